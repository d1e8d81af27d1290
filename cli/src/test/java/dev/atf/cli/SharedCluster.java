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
 * Provides tests with the only cluster of this JVM, which has one executor of the lambda {@code
 * command}. The first class that needs it starts it. A test class uses its own names for lambdas,
 * collections and plans, waits for its runnable tasks of {@code command}, and leaves {@code
 * command} as it was.
 */
public final class SharedCluster implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(SharedCluster.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == LocalCluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    // It is in the root store, so it is closed after all tests.
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
