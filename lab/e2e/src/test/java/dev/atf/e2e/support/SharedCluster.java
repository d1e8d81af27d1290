package dev.atf.e2e.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the one {@link TestCluster} or {@link HostCluster} of this run, started by the first
 * that asks for it, and closed after the last class that uses it ({@link SideBySide}). A test
 * leaves links healed and services running, and has tasks of its own; it has its own lambdas,
 * executors and effect sink only if other tests would notice its changes.
 */
public final class SharedCluster implements ParameterResolver, AfterAllCallback {
  private static final Namespace NAMESPACE = Namespace.create(SharedCluster.class);

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    if (!SideBySide.endsWith(context)) {
      return;
    }
    boolean onHosts = context.getRequiredTestClass().isAnnotationPresent(OnSharedHosts.class);
    var type = onHosts ? HostCluster.class : TestCluster.class;
    var started = context.getRoot().getStore(NAMESPACE).remove(type, AutoCloseable.class);
    if (started != null) {
      started.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    var type = parameter.getParameter().getType();
    return type == TestCluster.class || type == HostCluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var type = parameter.getParameter().getType();
    // In the root store: at the latest closed after all tests.
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(type, key -> start(type), AutoCloseable.class);
  }

  private static AutoCloseable start(Class<?> type) {
    try {
      // Below target, so that the processes' output can be read after a failure.
      return type == TestCluster.class
          ? TestCluster.start(Files.createDirectories(Path.of("target", "cluster-logs")))
          : HostCluster.start(Files.createDirectories(Path.of("target", "host-logs")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
