package dev.atf.cli.service;

import dev.atf.cli.access.Home;
import dev.atf.cli.output.Bounds;
import dev.atf.local.EngineKind;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.TokenIssuer;
import dev.atf.local.UpEnvironment;
import dev.atf.runtime.FatalErrors;
import dev.atf.worker.builtin.BuiltinLambdas;
import dev.atf.worker.pool.ProcessRange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code atf up}: runs all services on one machine. */
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
      "  atf up --executors command=2,resize-image=0..4 -- java -jar resize-image.jar",
      "A program that already runs, for example in a debugger, joins with these two settings:",
      "  ATF_CONTROLLER_URI=http://127.0.0.1:8082 ATF_HSC_URI=http://127.0.0.1:8081",
      "On other engines than the embedded one, workers can also be separate processes, with the",
      "variables that `atf up` prints:",
      "  ATF_QUEUE_ENDPOINT=… ATF_HSC_URI=… atf worker --executors resize-image=2 -- COMMAND"
    })
public final class UpCommand implements Callable<Integer> {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The data directory, which keeps tasks across restarts (default: .atf/data next to"
              + " ./atf).")
  private @Nullable Path data;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port of the public API; 0 for any free one (default: ${DEFAULT-VALUE}).")
  private int port = 8080;

  @Option(
      names = "--hsc-port",
      paramLabel = "N",
      description =
          "Port of the HSC, for workers of your own; 0 for any free one (default:"
              + " ${DEFAULT-VALUE}).")
  private int hscPort = 8081;

  @Option(
      names = "--controller-port",
      paramLabel = "N",
      description =
          "Port of the controller, for executors of your own, of any registered lambda; 0 for"
              + " any free one (default: ${DEFAULT-VALUE}).")
  private int controllerPort = 8082;

  @Option(
      names = "--sqs-port",
      paramLabel = "N",
      description =
          "Port of ElasticMQ, with --engine dynamodb-local; 0 for any free one (default:"
              + " ${DEFAULT-VALUE}).")
  private int sqsPort;

  @Option(
      names = "--executors",
      paramLabel = "L=N",
      split = ",",
      description =
          "Processes of each lambda; 0..8: as many as its load needs (default: command=2,http=1; with"
              + " --auth http=1, because a caller who may schedule command runs programs as you,"
              + " and can read all keys here).")
  private @Nullable Map<String, ProcessRange> asked;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads of each executor (default: ${DEFAULT-VALUE}).")
  private int threads = 4;

  @Option(
      names = "--poll-interval",
      paramLabel = "D",
      defaultValue = "2s",
      description = "Poll interval of the store consumer (default: ${DEFAULT-VALUE}).")
  private Duration pollInterval;

  /** Kind of credentials that callers must present. */
  public enum Auth {
    NONE,
    JWT
  }

  @Option(
      names = "--auth",
      paramLabel = "none|jwt",
      description =
          "jwt: callers show tokens of this machine's own issuer, see atf token (default: none).")
  private Auth auth = Auth.NONE;

  @Parameters(
      paramLabel = "COMMAND",
      description = "The command that starts an executor of a lambda that is not built in.")
  private List<String> command = new ArrayList<>();

  @Spec private CommandSpec spec;

  @Mixin private EngineOption engine;
  @Mixin private Bounds bounds;
  @Mixin private ExecutorCounts counts;

  @Override
  public Integer call() throws InterruptedException {
    bounds.require("--port", port, 0, 65_535);
    bounds.require("--hsc-port", hscPort, 0, 65_535);
    bounds.require("--controller-port", controllerPort, 0, 65_535);
    bounds.require("--sqs-port", sqsPort, 0, 65_535);
    if (sqsPort > 0 && engine.engine() != EngineKind.DYNAMODB_LOCAL) {
      throw new ParameterException(
          spec.commandLine(),
          "--sqs-port: %d (expected: only with --engine dynamodb-local)".formatted(sqsPort));
    }
    bounds.require("--threads", threads, 1, 256);
    var executors = executors(asked, auth);
    counts.require(executors, command);
    if (!command.isEmpty() && BuiltinLambdas.NAMES.containsAll(executors.keySet())) {
      throw new ParameterException(
          spec.commandLine(),
          "COMMAND: %s (expected: only with --executors of a lambda that is not built in)"
              .formatted(command.get(0)));
    }
    var environment = UpEnvironment.of(System.getenv());
    var directory = data == null ? Home.directory().resolve(".atf/data") : data;
    var options =
        LocalClusterOptions.builder()
            .data(directory)
            .port(port)
            .executors(fixed(executors))
            .elastic(elastic(executors))
            .threads(threads)
            .pollInterval(pollInterval)
            .lease(environment.lease())
            .logLevel("INFO")
            .hscPort(hscPort)
            .controllerPort(controllerPort)
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
    if (auth == Auth.JWT && executors.containsKey(BuiltinLambdas.COMMAND)) {
      System.err.println(
          "atf: WARNING: a caller who may schedule command runs programs as you here, can read the"
              + " issuer's key, and can pretend to be any other caller");
    }
    ended.await();
    return 0;
  }

  private static Map<String, Integer> fixed(Map<String, ProcessRange> executors) {
    return executors.entrySet().stream()
        .filter(entry -> !entry.getValue().isElastic())
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().most()));
  }

  private static Map<String, ProcessRange> elastic(Map<String, ProcessRange> executors) {
    return executors.entrySet().stream()
        .filter(entry -> entry.getValue().isElastic())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  public static Map<String, ProcessRange> executors(
      @Nullable Map<String, ProcessRange> asked, Auth auth) {
    if (asked != null) {
      return asked;
    }
    return auth == Auth.JWT
        ? Map.of(BuiltinLambdas.HTTP, ProcessRange.of(1))
        : Map.of(
            BuiltinLambdas.COMMAND, ProcessRange.of(2), BuiltinLambdas.HTTP, ProcessRange.of(1));
  }

  private static String ready(LocalCluster cluster, Auth auth) {
    return """
        atf: ready at %s (API, /docs, /metrics, /health); %s, loopback only
        atf: console %s/console/
        atf: store consumer %s, HSC %s, controller %s (/metrics, /health)
        atf: executors of your own, of any registered lambda: ATF_CONTROLLER_URI=%s ATF_HSC_URI=%s%s
        atf: %s
        """
        .formatted(
            cluster.frontendUri(),
            auth == Auth.JWT
                ? "callers show tokens (atf token)"
                : "NO CREDENTIALS: every user of this machine may do everything",
            cluster.frontendUri(),
            cluster.storeConsumerUri(),
            cluster.hscUri(),
            cluster.controllerUri().orElse("none"),
            cluster.controllerUri().orElse("none"),
            cluster.hscUri(),
            auth == Auth.JWT
                ? " ATF_CREDENTIALS_TOKEN_FILE=FILE (atf token --grant execute:L)"
                : "",
            cluster.workersNeed());
  }
}
