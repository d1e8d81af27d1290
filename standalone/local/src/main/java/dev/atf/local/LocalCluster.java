package dev.atf.local;

import dev.atf.controller.ControllerComponent;
import dev.atf.controller.ControllerConfig;
import dev.atf.embedded.DataDirectory;
import dev.atf.embedded.EngineDirectory;
import dev.atf.embedded.LambdaRegistration;
import dev.atf.embedded.MachineSettings;
import dev.atf.embedded.Settings;
import dev.atf.executor.ExecutorConfig;
import dev.atf.frontend.FrontendComponent;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscConfig;
import dev.atf.local.TokenIssuer.Subject;
import dev.atf.protocol.v1.Lambda;
import dev.atf.runtime.PrintableText;
import dev.atf.runtime.Service;
import dev.atf.runtime.TemporaryDirectory;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.loop.Step;
import dev.atf.storeconsumer.StoreConsumerConfig;
import dev.atf.worker.IdentityConfig;
import dev.atf.worker.ScaleInConfig;
import dev.atf.worker.SupervisedHost;
import dev.atf.worker.WorkerConfig;
import dev.atf.worker.pool.ScaleConfig;
import dev.atf.worker.supervisor.ChildStatus;
import dev.atf.worker.supervisor.SupervisorConfig;
import dev.atf.worker.supervisor.WorkerSpec;
import dev.atf.worker.supervisor.WorkerSupervisor;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whole system on one machine. Engines and services run in this process, and executors are child
 * processes. Parts stop in the reverse order of their start, also if a later part cannot start.
 */
public final class LocalCluster implements AutoCloseable {
  private static final String TOKEN_FILE = "ATF_CREDENTIALS_TOKEN_FILE";
  private static final String PORT = "ATF_SERVER_PORT";
  private static final String ANY_LAMBDA = "*";

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private Optional<WorkerSupervisor> supervisor = Optional.empty();
  private String frontendUri = "";
  private String storeConsumerUri = "";
  private String storeEndpoint = "";
  private String workersNeed = "";
  private String hscUri = "";
  private Optional<String> controllerUri = Optional.empty();

  private LocalCluster() {}

  /**
   * Starts everything, registers missing built-in lambdas that have executors, and creates the
   * queues of all registered lambdas. The health check of the frontend fails until this returns.
   *
   * @throws ConfigException if a port or the data directory is taken
   */
  public static LocalCluster start(LocalClusterOptions options) {
    var cluster = new LocalCluster();
    try {
      cluster.startParts(options);
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void startParts(LocalClusterOptions options) {
    var engine = engine(options);
    parts.push(engine);
    storeEndpoint = engine.storeEndpoint();
    var lambdas = new TreeSet<>(options.lambdas());
    options.controllerPort().ifPresent(port -> lambdas.add(ANY_LAMBDA));

    var frontend = frontend(options, engine);
    frontend.start().begin();
    frontendUri = uri(start(frontend.service()));
    LambdaRegistration.ensure(frontend.start(), builtins(options));
    engine.recover();
    hscUri = uri(start(hsc(options, engine)));
    workersNeed = engine.forWorkers(hscUri, options.issuer().isPresent());
    storeConsumerUri = uri(start(storeConsumer(options, engine)));
    if (!lambdas.isEmpty()) {
      var tokens = tokens(options, lambdas);
      var config = controllerConfig(options, lambdas, engine, hscUri, tokens);
      var controller = engine.controller(config);
      tokens.ifPresent(own -> controller.loops().start("tokens", own));
      var uri = uri(start(controller.service()));
      controllerUri = Optional.of(uri);
      startExecutors(options, config, controller, uri, tokens);
    }
    frontend.start().end();
  }

  private static List<Lambda> builtins(LocalClusterOptions options) {
    return options.builtins().stream()
        .map(name -> LambdaRegistration.withHistory(name).setDescription("built-in").build())
        .toList();
  }

  private static Optional<WorkerTokens> tokens(LocalClusterOptions options, Set<String> lambdas) {
    return options
        .issuer()
        .map(issuer -> new WorkerTokens(issuer, lambdas, InstantSource.system()));
  }

  /** Adds the settings that all services have in common. */
  private static Settings common(LocalClusterOptions options, Settings settings) {
    options.issuer().ifPresent(issuer -> issuer.on(settings));
    return settings;
  }

  private LocalEngine engine(LocalClusterOptions options) {
    options
        .data()
        .ifPresent(
            path -> {
              parts.push(DataDirectory.take(path));
              switch (options.engine()) {
                case EMBEDDED -> EngineDirectory.requireForEmbedded(path);
                case DYNAMODB_LOCAL -> EngineDirectory.requireForDynamoDbLocal(path);
                case AWS -> {}
              }
            });
    return switch (options.engine()) {
      case EMBEDDED -> {
        var data = dataOf(options);
        yield EmbeddedOnPorts.start(EngineDirectory.embedded(data), blobs(options, data));
      }
      case DYNAMODB_LOCAL ->
          ProtocolEngine.emulators(
              options.data(), options.sqsPort(), blobs(options, dataOf(options)));
      case AWS -> ProtocolEngine.aws();
    };
  }

  /** Returns the data directory, or a temporary one for data that is deleted with this process. */
  private Path dataOf(LocalClusterOptions options) {
    if (options.data().isPresent()) {
      return options.data().get();
    }
    var directory = TemporaryDirectory.makeLocked("atf-data-");
    parts.push(directory);
    return directory.path();
  }

  /**
   * Returns the location of the contents of resources: that in the settings, or otherwise the data
   * directory.
   */
  private static String blobs(LocalClusterOptions options, Path data) {
    var set =
        new Settings()
            .with(options.environment().knownTo(FrontendConfig.DEFAULTS))
            .over(FrontendConfig.DEFAULTS)
            .blobs();
    return set.isEmpty() ? EngineDirectory.blobs(data) : set;
  }

  private Service start(Service service) {
    parts.push(service);
    service.start();
    return service;
  }

  private static MachineSettings machine(LocalClusterOptions options) {
    return new MachineSettings(options.lease(), options.pollInterval());
  }

  private static FrontendComponent frontend(LocalClusterOptions options, LocalEngine engine) {
    var settings = common(options, machine(options).frontend()).with(PORT, options.port());
    return engine.frontend(
        engine
            .withBlobs(engine.withQueues(engine.withStore(settings)))
            .with(options.environment().knownTo(FrontendConfig.DEFAULTS))
            .over(FrontendConfig.DEFAULTS));
  }

  private static Service hsc(LocalClusterOptions options, LocalEngine engine) {
    var settings = common(options, machine(options).hsc()).with(PORT, options.hscPort());
    return engine.hsc(
        engine
            .withBlobs(engine.withStore(settings))
            .with(options.environment().knownTo(HscConfig.DEFAULTS))
            .over(HscConfig.DEFAULTS));
  }

  private static Service storeConsumer(LocalClusterOptions options, LocalEngine engine) {
    var settings = common(options, machine(options).storeConsumer()).with(PORT, 0);
    if (options.engine() == EngineKind.EMBEDDED) {
      settings.withNearQueues();
    }
    return engine.storeConsumer(
        engine
            .withQueues(engine.withStore(settings))
            .with(options.environment().knownTo(StoreConsumerConfig.DEFAULTS))
            .over(StoreConsumerConfig.DEFAULTS));
  }

  private static ControllerConfig controllerConfig(
      LocalClusterOptions options,
      Set<String> lambdas,
      LocalEngine engine,
      String hscUri,
      Optional<WorkerTokens> tokens) {
    var settings =
        engine
            .withQueues(common(options, machine(options).controller(lambdas)))
            .with("ATF_HSC_URI", hscUri)
            .with(PORT, options.controllerPort().orElse(0))
            .with(options.environment().knownTo(ControllerConfig.DEFAULTS));
    tokens.ifPresent(own -> settings.with(TOKEN_FILE, own.controller()));
    return settings.over(ControllerConfig.DEFAULTS);
  }

  private void startExecutors(
      LocalClusterOptions options,
      ControllerConfig config,
      ControllerComponent controller,
      String controllerUri,
      Optional<WorkerTokens> tokens) {
    var specs = new ArrayList<WorkerSpec>();
    var settings =
        common(options, new Settings())
            .with("ATF_HTTP_ALLOW", httpAllow(options))
            .with(options.environment().knownTo(ExecutorConfig.DEFAULTS))
            .withHeartbeats(options.lease())
            .with("ATF_CONTROLLER_URI", controllerUri)
            .with("ATF_HSC_URI", hscUri)
            .with("ATF_THREADS", options.threads());
    var worker =
        new Settings()
            .with(options.environment().knownTo(WorkerConfig.DEFAULTS))
            .over(
                new WorkerConfig(
                    List.of(),
                    SupervisorConfig.DEFAULTS.withStopTime(options.lease().stopTime()),
                    ScaleConfig.DEFAULTS,
                    ScaleInConfig.NONE,
                    IdentityConfig.NONE));
    worker.requireFits(settings.over(ExecutorConfig.DEFAULTS), config);
    settings.with("ATF_LOG", options.logLevel());
    options
        .processes()
        .forEach(
            (lambda, processes) -> {
              tokens.ifPresent(own -> settings.with(TOKEN_FILE, own.executor(lambda)));
              specs.add(
                  new WorkerSpec(
                      lambda, processes, options.commandOf(lambda), settings.variables()));
            });
    if (specs.isEmpty()) {
      return;
    }
    var deadlines = TemporaryDirectory.makeInMemory("atf-deadlines-");
    parts.push(deadlines);
    var started =
        new WorkerSupervisor(
            specs,
            worker.supervisor(),
            worker.scale(),
            deadlines.path(),
            // The executors' output goes to stderr: stdout is for results.
            WorkerSupervisor.Surroundings.system(
                controller.metrics(), controller.loops(), System.err));
    // The last deaths are reported after the executors have ended.
    parts.push(
        () -> {
          var unused = controller.host().deaths().turn();
        });
    parts.push(started);
    supervisor = Optional.of(started);
    SupervisedHost.connect(started, controller.host(), controller.loops());
    controller.host().health().whenToExit(reason -> retire(started, reason));
    started.start();
  }

  /**
   * Returns the addresses that {@code http} and {@code probe} may call. Without credentials,
   * callers are users of this machine, who can reach its services anyway. With credentials, tasks
   * may call public addresses only.
   */
  private static String httpAllow(LocalClusterOptions options) {
    return options.issuer().isPresent() ? "public" : "public,localhost,127.0.0.0/8";
  }

  /**
   * Stops the executors. The services continue, because their data would be lost with this process.
   */
  private static void retire(WorkerSupervisor executors, String reason) {
    System.err.println(
        "atf: the executors of this process end, until it is started again: "
            + PrintableText.of(reason));
    executors.kill();
  }

  public String frontendUri() {
    return frontendUri;
  }

  /** Returns the address of DynamoDB Local; empty on another engine. */
  public String storeEndpoint() {
    return storeEndpoint;
  }

  /** Returns the settings that a user's own workers need, as text for people. */
  public String workersNeed() {
    return workersNeed;
  }

  public String hscUri() {
    return hscUri;
  }

  /** Returns the address of the store consumer's health and metrics. */
  public String storeConsumerUri() {
    return storeConsumerUri;
  }

  /**
   * Returns the controller's address, which also serves health and metrics of the executors'
   * supervisor; empty without executors.
   */
  public Optional<String> controllerUri() {
    return controllerUri;
  }

  public List<ChildStatus> executors() {
    return supervisor.map(WorkerSupervisor::children).orElse(List.of());
  }

  /** Drains and stops the executors. The services keep running. */
  public void stopExecutors() {
    supervisor.ifPresent(WorkerSupervisor::stop);
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      var part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        // A part that fails to end must not keep the others from ending.
        System.err.println("atf: " + part.getClass().getSimpleName() + " did not stop: " + e);
      }
    }
  }

  private static String uri(Service service) {
    return "http://127.0.0.1:" + service.port();
  }

  /**
   * Tokens of this machine's own controller and executors. Each token permits work for certain
   * lambdas only; that of the controller permits it for all lambdas if they include {@code *}.
   * Tokens are renewed long before they expire.
   */
  private static final class WorkerTokens implements Step {
    private static final Duration LIFETIME = Duration.ofHours(1);

    private final TokenIssuer issuer;
    private final Collection<String> lambdas;
    private final InstantSource instants;

    WorkerTokens(TokenIssuer issuer, Collection<String> lambdas, InstantSource instants) {
      this.issuer = issuer;
      this.lambdas = List.copyOf(lambdas);
      this.instants = instants;
    }

    @Override
    public Duration turn() {
      controller();
      lambdas.stream().filter(lambda -> !lambda.equals("*")).forEach(this::executor);
      return LIFETIME.dividedBy(4);
    }

    /** Returns the file of the controller's token. */
    Path controller() {
      var grants = lambdas.stream().map(WorkerTokens::work).toList();
      return issuer.write(new Subject("controller", "*", grants), instants.instant(), LIFETIME);
    }

    /** Returns the file of the token of a lambda's executors. */
    Path executor(String lambda) {
      var subject = new Subject("executor-" + lambda, "*", List.of(work(lambda)));
      return issuer.write(subject, instants.instant(), LIFETIME);
    }

    private static String work(String lambda) {
      return "execute:" + lambda;
    }
  }
}
