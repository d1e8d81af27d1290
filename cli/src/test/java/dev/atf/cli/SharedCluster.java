package dev.atf.cli;

import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the one cluster of this JVM, with one executor of the lambda {@code command}, started
 * by the first class that asks for it. A class uses names of its own for lambdas, collections and
 * plans, waits for its tasks of {@code command} that can run, and leaves {@code command} as it was.
 */
public final class SharedCluster implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(SharedCluster.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == LocalCluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    // In the root store: closed after all tests.
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(LocalCluster.class, key -> start(), LocalCluster.class);
  }

  private static LocalCluster start() {
    return LocalCluster.start(
        LocalClusterOptions.builder()
            .executors(Map.of("command", 1))
            .pollInterval(Duration.ofMillis(200))
            .build());
  }
}
