package dev.atf.standalone.cli;

import dev.atf.standalone.local.LocalCluster;
import dev.atf.standalone.local.LocalClusterOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atf up}: everything on one machine. */
@Command(
    name = "up",
    description = {
      "Run everything on this machine until Ctrl-C: DynamoDB Local on disk, ElasticMQ in memory, the"
          + " services in this process, executors of the built-in lambdas as child processes.",
      "Listens on the loopback only; there are no credentials."
    })
final class UpCommand implements Callable<Integer> {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where tasks live across restarts (default: .atf/data beside ./atf).")
  private @Nullable Path data;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8080",
      description = "Of the public API; 0 for any free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--executors",
      paramLabel = "L=N",
      split = ",",
      description = "Processes of each built-in lambda (default: command=2,http=1).")
  private @Nullable Map<String, Integer> executors;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "4",
      description = "Of each executor (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--poll-interval",
      paramLabel = "D",
      defaultValue = "2s",
      converter = ApiOptions.DurationConverter.class,
      description = "Of the store consumer (default: ${DEFAULT-VALUE}).")
  private Duration pollInterval;

  @Mixin private Bounds bounds;
  @Mixin private ExecutorCounts counts;

  @Override
  public Integer call() throws InterruptedException {
    bounds.require("--port", port, 0, 65_535);
    bounds.require("--threads", threads, 1, 256);
    var defaults = LocalClusterOptions.DEFAULTS;
    counts.requireBuiltin(executors == null ? defaults.executors() : executors);
    var options =
        new LocalClusterOptions(
            Optional.of(data == null ? Home.directory().resolve(".atf/data") : data),
            port,
            executors == null ? defaults.executors() : executors,
            threads,
            pollInterval,
            defaults.lease(),
            defaults.logLevel(),
            Optional.empty());
    var cluster = LocalCluster.start(options);
    var ended = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  cluster.close();
                  ended.countDown();
                },
                "atf-shutdown"));
    System.err.printf(
        "atf: ready at %s (API, /docs, /metrics, /health); no credentials, loopback only%n",
        cluster.frontendUri());
    ended.await();
    return 0;
  }
}
