package dev.atf.standalone.cli;

import dev.atf.standalone.local.LocalCluster;
import dev.atf.standalone.local.LocalClusterOptions;
import dev.atf.standalone.local.UpEnvironment;
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
    },
    footer = {
      "%nSettings of all services come from the environment: ATF_ENQUEUE_TIMEOUT=3s atf up.",
      "Workers of your own, with the variables that it prints when it is ready:",
      "  ATF_QUEUE_ENDPOINT=… ATF_HSC_URI=… atf worker --executors resize-image=2 -- COMMAND"
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
      names = "--hsc-port",
      paramLabel = "N",
      defaultValue = "8081",
      description = "For workers of your own; 0 for any free one (default: ${DEFAULT-VALUE}).")
  private int hscPort;

  @Option(
      names = "--sqs-port",
      paramLabel = "N",
      defaultValue = "9324",
      description = "For workers of your own; 0 for any free one (default: ${DEFAULT-VALUE}).")
  private int sqsPort;

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
    bounds.require("--hsc-port", hscPort, 0, 65_535);
    bounds.require("--sqs-port", sqsPort, 0, 65_535);
    bounds.require("--threads", threads, 1, 256);
    var defaults = LocalClusterOptions.DEFAULTS;
    counts.requireBuiltin(executors == null ? defaults.executors() : executors);
    var environment = UpEnvironment.of(System.getenv());
    var options =
        new LocalClusterOptions(
            Optional.of(data == null ? Home.directory().resolve(".atf/data") : data),
            port,
            executors == null ? defaults.executors() : executors,
            threads,
            pollInterval,
            environment.lease(),
            defaults.logLevel(),
            Optional.empty(),
            hscPort,
            sqsPort,
            environment);
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
    System.err.print(ready(cluster));
    ended.await();
    return 0;
  }

  private static String ready(LocalCluster cluster) {
    return """
        atf: ready at %s (API, /docs, /metrics, /health); no credentials, loopback only
        atf: store consumer %s, HSC %s, controller %s (/metrics, /health)
        atf: workers of your own need ATF_QUEUE_ENDPOINT=%s ATF_HSC_URI=%s
        """
        .formatted(
            cluster.frontendUri(),
            cluster.storeConsumerUri(),
            cluster.hscUri(),
            cluster.controllerUri().orElse("none"),
            cluster.sqsEndpoint(),
            cluster.hscUri());
  }
}
