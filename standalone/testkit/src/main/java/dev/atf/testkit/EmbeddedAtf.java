package dev.atf.testkit;

import dev.atf.client.AtfClient;
import dev.atf.embedded.Settings;
import dev.atf.executor.ExecutorConfig;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.protocol.v1.Lambda;
import dev.atf.runtime.Service;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Framework for integration tests, started like {@code atf up}. It has the embedded durable store
 * in a temporary directory, all services on free ports of the loopback interface, real time, and an
 * executor in this process for each handler. {@link EmbeddedAtfExtension} starts one for a test
 * class.
 *
 * <p>An executor that loses its lease while a handler runs ends the whole process.
 */
public final class EmbeddedAtf implements AutoCloseable {
  private static final int THREADS = 4;
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final LocalCluster cluster;
  private final AtfClient client;

  EmbeddedAtf(Served served) {
    var worker = served.worker(ExecutorConfig.DEFAULTS);
    var lambdas = served.lambdas(worker);
    cluster = LocalCluster.start(options(lambdas));
    parts.push(cluster);
    client = AtfClient.builder(cluster.frontendUri()).build();
    parts.push(client);
    try {
      lambdas.forEach(client::registerLambda);
      worker.definition().handlers().keySet().forEach(name -> parts.push(start(served, name)));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static LocalClusterOptions options(Collection<Lambda> lambdas) {
    return LocalClusterOptions.builder()
        // None of their executors is another process of this one.
        .executors(lambdas.stream().collect(Collectors.toMap(Lambda::getName, lambda -> 0)))
        .threads(THREADS)
        .pollInterval(POLL_INTERVAL)
        .logLevel("INFO")
        .build();
  }

  private Service start(Served served, String lambda) {
    return served.worker(settings(lambda).over(ExecutorConfig.DEFAULTS)).start();
  }

  private Settings settings(String lambda) {
    var settings =
        new Settings()
            .with("ATF_LAMBDA", lambda)
            .with("ATF_THREADS", THREADS)
            .with("ATF_HTTP_ALLOW", "public,localhost,127.0.0.0/8");
    workerSettings().forEach(settings::with);
    return settings;
  }

  public AtfClient client() {
    return client;
  }

  /** Returns the address of the public API: {@code http://host:port}. */
  public String frontendUri() {
    return cluster.frontendUri();
  }

  /**
   * Returns the addresses of the controller and the HSC, as the environment of executors in other
   * processes.
   */
  public Map<String, String> workerSettings() {
    return Map.of(
        "ATF_CONTROLLER_URI", cluster.controllerUri().orElse(""), "ATF_HSC_URI", cluster.hscUri());
  }

  /** Drains the executors, stops the services, and deletes their data. */
  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("the end of the embedded engine", e);
      }
    }
  }
}
