package dev.atf.standalone.cli;

import dev.atf.runtime.FatalErrors;
import dev.atf.standalone.local.LocalCluster;
import dev.atf.standalone.local.LocalClusterOptions;
import dev.atf.standalone.local.TokenIssuer;
import dev.atf.standalone.local.UpEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atf up}: everything on one machine. */
@Command(
    name = "up",
    description = {
      "Run everything on this machine until Ctrl-C: the engine and the services in this process,"
          + " executors as child processes.",
      "Listens on the loopback only; without --auth there are no credentials, and everybody on this"
          + " machine may do everything."
    },
    footer = {
      "%nSettings of all services come from the environment: ATF_ENQUEUE_TIMEOUT=3s atf up.",
      "Workers of your own, by COMMAND for the lambdas that are not built in:",
      "  atf up --executors command=2,resize-image=2 -- java -jar resize-image.jar",
      "On another engine than the embedded one also beside it, with the variables that it prints:",
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
      description =
          "Of ElasticMQ, with --engine dynamodb-local; 0 for any free one (default:"
              + " ${DEFAULT-VALUE}).")
  private int sqsPort;

  @Option(
      names = "--executors",
      paramLabel = "L=N",
      split = ",",
      defaultValue = "command=2,http=1",
      description = "Processes of each lambda (default: ${DEFAULT-VALUE}).")
  private Map<String, Integer> executors;

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

  /** What callers show. */
  enum Auth {
    NONE,
    JWT
  }

  @Option(
      names = "--auth",
      paramLabel = "none|jwt",
      defaultValue = "NONE",
      description =
          "jwt: callers show tokens of this machine's own issuer, see atf token (default: none).")
  private Auth auth;

  @Parameters(
      paramLabel = "COMMAND",
      description = "How an executor of a lambda that is not built in is started.")
  private List<String> command = new ArrayList<>();

  @Mixin private EngineOption engine;
  @Mixin private Bounds bounds;
  @Mixin private ExecutorCounts counts;

  @Override
  public Integer call() throws InterruptedException {
    bounds.require("--port", port, 0, 65_535);
    bounds.require("--hsc-port", hscPort, 0, 65_535);
    bounds.require("--sqs-port", sqsPort, 0, 65_535);
    bounds.require("--threads", threads, 1, 256);
    if (command.isEmpty()) {
      counts.requireBuiltin(executors);
    } else {
      counts.require(executors);
    }
    var environment = UpEnvironment.of(System.getenv());
    var directory = data == null ? Home.directory().resolve(".atf/data") : data;
    var options =
        LocalClusterOptions.builder()
            .data(directory)
            .port(port)
            .executors(executors)
            .threads(threads)
            .pollInterval(pollInterval)
            .lease(environment.lease())
            .logLevel("INFO")
            .hscPort(hscPort)
            .sqsPort(sqsPort)
            .engine(engine.engine())
            .command(command)
            .environment(environment);
    if (auth == Auth.JWT) {
      options.issuer(TokenIssuer.of(directory));
    }
    FatalErrors.endProcess();
    var cluster = LocalCluster.start(options.build());
    var ended = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  cluster.close();
                  ended.countDown();
                },
                "atf-shutdown"));
    System.err.print(ready(cluster, auth));
    ended.await();
    return 0;
  }

  private static String ready(LocalCluster cluster, Auth auth) {
    return """
        atf: ready at %s (API, /docs, /metrics, /health); %s, loopback only
        atf: store consumer %s, HSC %s, controller %s (/metrics, /health)
        atf: %s
        """
        .formatted(
            cluster.frontendUri(),
            auth == Auth.JWT
                ? "callers show tokens (atf token)"
                : "NO CREDENTIALS: whoever is on this machine may do everything",
            cluster.storeConsumerUri(),
            cluster.hscUri(),
            cluster.controllerUri().orElse("none"),
            cluster.workersNeed());
  }
}
