package dev.atf.lab.bench.contender;

import static java.util.stream.Collectors.toMap;

import dev.atf.client.AtfClient;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Job;
import dev.atf.local.ApiConnection;
import dev.atf.local.EngineKind;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.protocol.v1.Lambda;
import dev.atf.worker.ChildJvm;
import java.time.Duration;
import java.util.List;

/**
 * The whole system as {@code atf up} runs it: the services in this process, and an executor process
 * for each lambda.
 */
public final class AtfContender implements Contender {
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(2);

  private final LocalCluster cluster;
  private final ApiConnection api;
  private final AtfClient client;

  private AtfContender(LocalCluster cluster) {
    this.cluster = cluster;
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
    var contender = new AtfContender(cluster);
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
