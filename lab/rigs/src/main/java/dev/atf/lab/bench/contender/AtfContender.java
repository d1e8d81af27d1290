package dev.atf.lab.bench.contender;

import static java.util.stream.Collectors.toMap;

import dev.atf.client.AtfClient;
import dev.atf.lab.bench.Ledger;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Job;
import dev.atf.local.ApiConnection;
import dev.atf.local.EngineKind;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.protocol.v1.Lambda;
import dev.atf.worker.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The whole system as {@code atf up} runs it: the services in this process, and an executor process
 * for each lambda.
 */
public final class AtfContender implements Contender {
  /** Settings of lambdas that run one task at a time. */
  public static final Lambda ONE_AT_A_TIME = Lambda.newBuilder().setMaxRunning(1).build();

  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(2);

  private final LocalCluster cluster;
  private final EngineKind engine;
  private final Path executions;
  private final ApiConnection api;
  private final AtfClient client;

  private AtfContender(LocalCluster cluster, EngineKind engine, Path executions) {
    this.cluster = cluster;
    this.engine = engine;
    this.executions = executions;
    this.api = ApiConnection.open(cluster.frontendUri(), CALL_TIMEOUT);
    this.client = AtfClient.builder(cluster.frontendUri()).callTimeout(CALL_TIMEOUT).build();
  }

  /**
   * Starts the system on this engine, with its data on disk.
   *
   * @param settings of each lambda, besides its name and that no history is kept
   */
  public record Starter(EngineKind engine, Duration pollInterval, Lambda settings)
      implements Contender.Starter {
    /** Starts lambdas with the default settings. */
    public Starter(EngineKind engine, Duration pollInterval) {
      this(engine, pollInterval, Lambda.getDefaultInstance());
    }

    @Override
    public String name() {
      return "atf " + engine;
    }

    @Override
    public Contender start(Setup setup) {
      var lambdas = KINDS.stream().map(this::lambda).toList();
      var command =
          ChildJvm.running(
              JobWorker.class.getName(), setup.executions().toString(), setup.threads() + "");
      return AtfContender.start(engine, pollInterval, setup, lambdas, command);
    }

    private Lambda lambda(String kind) {
      return settings.toBuilder().setName(kind).setHistory(Lambda.History.NONE).build();
    }
  }

  /**
   * Starts the system with an executor process for each of the lambdas.
   *
   * @param command that starts an executor
   */
  public static AtfContender start(
      EngineKind engine,
      Duration pollInterval,
      Setup setup,
      List<Lambda> lambdas,
      List<String> command) {
    var cluster =
        LocalCluster.start(
            LocalClusterOptions.builder()
                .data(setup.directory())
                .executors(lambdas.stream().collect(toMap(Lambda::getName, lambda -> 1)))
                .threads(setup.threads())
                .pollInterval(pollInterval)
                .engine(engine)
                .command(command)
                .build());
    var contender = new AtfContender(cluster, engine, setup.executions());
    try {
      lambdas.forEach(contender.api().lambdas()::registerLambda);
      return contender;
    } catch (RuntimeException e) {
      contender.close();
      throw e;
    }
  }

  /** Returns a connection for other calls. */
  public ApiConnection api() {
    return api;
  }

  /** Returns the directory of the handlers' executions. */
  public Path executions() {
    return executions;
  }

  /**
   * Returns the requests of the services so far, as DynamoDB counts them; empty on an engine that
   * counts none.
   */
  public Optional<Ledger> ledger() {
    if (engine != EngineKind.DYNAMODB_LOCAL) {
      return Optional.empty();
    }
    var services =
        new ArrayList<>(
            List.of(cluster.frontendUri(), cluster.hscUri(), cluster.storeConsumerUri()));
    cluster.controllerUri().ifPresent(services::add);
    return Optional.of(Ledger.read(services));
  }

  @Override
  public void schedule(Job job) {
    var unused = client.schedule(TaskSpecs.of(job));
  }

  @Override
  public void scheduleBatch(List<Job> jobs) {
    TaskSpecs.scheduleAll(client, jobs);
  }

  @Override
  public boolean hasPriorities() {
    return true;
  }

  @Override
  public Duration cpu() {
    return ProcessTimes.ofThisAndBelow();
  }

  @Override
  public void close() {
    client.close();
    api.close();
    cluster.close();
  }
}
