package dev.atf.worker;

import dev.atf.controller.ControllerComponent;
import dev.atf.controller.ControllerConfig;
import dev.atf.controller.HostHealth;
import dev.atf.executor.ExecutorConfig;
import dev.atf.runtime.FatalErrors;
import dev.atf.runtime.PrintableText;
import dev.atf.runtime.Service;
import dev.atf.runtime.TemporaryDirectory;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import dev.atf.runtime.config.EffectiveSettings;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.worker.builtin.ExecutorMain;
import dev.atf.worker.pool.ProcessRange;
import dev.atf.worker.supervisor.WorkerSpec;
import dev.atf.worker.supervisor.WorkerSupervisor;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;

/**
 * Worker host: one controller in this process, and executors as child processes. An executor is
 * restarted when it dies, and killed when it outlives its lease.
 *
 * @param environment environment of the process; {@code ATF_LAMBDAS} is derived from {@code
 *     ATF_EXECUTORS}
 * @param settings file with the settings of controller and supervisor
 * @param rollingRestartOn file that, when touched, causes a rolling restart of the executors
 * @param command command that starts one executor
 */
public record WorkerHost(
    Map<String, String> environment,
    Optional<Path> settings,
    Optional<Path> rollingRestartOn,
    List<String> command) {

  private static final String TOKEN_FILE = "ATF_CREDENTIALS_TOKEN_FILE";

  /** Returns the command line of an executor of a built-in lambda. */
  public static List<String> builtins() {
    return ChildJvm.running(ExecutorMain.class.getName());
  }

  /**
   * Runs until SIGTERM or SIGINT, and then drains the executors and the controller.
   *
   * <p>A thread that dies of an {@link Error} ends the process: {@link FatalErrors#EXIT_CODE}.
   *
   * @throws ConfigException if the settings are invalid
   */
  public void run() throws InterruptedException {
    FatalErrors.endProcess();
    var read = read(Map.of());
    var tokens = TemporaryDirectory.makeLocked("atf-identity-");
    var identity = identity(read, tokens.path().resolve("token"));
    var shown = identity.map(token -> Map.of(TOKEN_FILE, token.file().toString())).orElse(Map.of());
    if (identity.isPresent()) {
      read = read(shown);
    }
    var config = read.of(ControllerConfig.class);
    var worker = read.of(WorkerConfig.class);
    var own = WorkerEnvironment.ofExecutors(environment);
    own.putAll(shown);
    worker.requireFits(
        new ConfigLoader(own, List.of()).load(ExecutorConfig.DEFAULTS, Optional.empty()), config);
    var component = ControllerComponent.onAws(config);
    var controller = component.service();
    controller.start();
    own.put("ATF_CONTROLLER_URI", config.server().localUri(controller.port()));
    own.put("ATF_HSC_URI", config.hscUri());
    var deadlines = TemporaryDirectory.makeInMemory("atf-deadlines-");
    var supervisor =
        new WorkerSupervisor(
            specs(worker.processes(), own),
            worker.supervisor(),
            worker.scale(),
            deadlines.path(),
            WorkerSupervisor.Surroundings.system(
                component.metrics(), component.loops(), System.out));
    rollingRestartOn.ifPresent(supervisor::rollingRestartOn);
    SupervisedHost.connect(supervisor, component.host(), component.loops());
    var health = component.host().health();
    health.whenToExit(reason -> exit(supervisor, health, reason));
    identity.ifPresent(token -> component.loops().start("identity-token", token));
    if (worker.scaleIn().isOn()) {
      component
          .loops()
          .start(
              "task-protection",
              new TaskProtection(
                  environment,
                  worker.scaleIn(),
                  supervisor::longestHeld,
                  MonotonicClock.system(),
                  component.metrics()));
    }
    supervisor.start();
    var ended = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  // Executors stop first, because they return work that they have not started
                  // through the controller.
                  supervisor.stop();
                  // The loop that reports deaths ends with the controller.
                  var unused = component.host().deaths().turn();
                  deadlines.close();
                  tokens.close();
                  close(controller);
                  ended.countDown();
                },
                "atf-shutdown"));
    System.err.println("worker ready on port " + controller.port());
    ended.await();
  }

  /** Ends the process and its executors without a drain, because this host must no longer work. */
  private static void exit(WorkerSupervisor supervisor, HostHealth health, String reason) {
    System.err.println("worker: " + PrintableText.of(health.endMessage(reason)));
    supervisor.kill();
    Threads.system().start("atf-exit", () -> System.exit(health.exitCode()));
  }

  /**
   * Starts the renewal of the host's identity token, if configured. The token exists when this
   * method returns.
   */
  private static Optional<IdentityTokenFile> identity(EffectiveSettings read, Path file) {
    var config = read.of(WorkerConfig.class).identity();
    if (!config.isOn()) {
      return Optional.empty();
    }
    var controller = read.of(ControllerConfig.class);
    if (!controller.credentials().tokenFile().isEmpty()) {
      throw new ConfigException(
          "identity.sts: %s (expected: empty where credentials.tokenFile is given)"
              .formatted(config.sts()));
    }
    return Optional.of(
        IdentityTokenFile.in(
            file,
            config,
            DefaultCredentialsProvider.builder().build(),
            InstantSource.system(),
            IdentityTokenFile.callsOf(config)));
  }

  /**
   * Reads the settings.
   *
   * @param overrides variables that override those of the environment
   */
  private EffectiveSettings read(Map<String, String> overrides) {
    var own = new HashMap<>(WorkerEnvironment.ofController(environment));
    own.putAll(overrides);
    var defaults = List.of(ControllerConfig.DEFAULTS, WorkerConfig.DEFAULTS);
    var loader = new ConfigLoader(own, ConfigLoader.NOT_SETTINGS);
    var processes = loader.read(defaults, settings).of(WorkerConfig.class).processes();
    if (processes.isEmpty()) {
      throw new ConfigException(
          "executors: none (expected: lambda=processes for each lambda, such as command=2,http=0..4)");
    }
    var withLambdas = new HashMap<>(own);
    withLambdas.put("ATF_LAMBDAS", String.join(",", processes.keySet()));
    return new ConfigLoader(withLambdas, ConfigLoader.NOT_SETTINGS).read(defaults, settings);
  }

  private List<WorkerSpec> specs(
      Map<String, ProcessRange> processes, Map<String, String> executors) {
    var specs = new ArrayList<WorkerSpec>();
    processes.forEach(
        (lambda, count) -> specs.add(new WorkerSpec(lambda, count, command, executors)));
    return specs;
  }

  private static void close(Service controller) {
    try {
      controller.close();
    } catch (RuntimeException e) {
      System.err.println("worker: the controller did not stop: " + e.getMessage());
    }
  }
}
