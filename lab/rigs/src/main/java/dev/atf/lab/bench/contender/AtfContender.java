package dev.atf.lab.bench.contender;

import static java.util.stream.Collectors.toMap;

import dev.atf.client.AtfClient;
import dev.atf.client.BatchOutcome;
import dev.atf.client.TaskSpec;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.Worker;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Job;
import dev.atf.lab.bench.workload.JobHandler;
import dev.atf.lab.execution.ExecutionLog;
import dev.atf.local.ApiConnection;
import dev.atf.local.EngineKind;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.protocol.v1.Lambda;
import dev.atf.runtime.config.ConfigLoader;
import dev.atf.worker.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * The whole system as {@code atf up} runs it: the services in this process, and an executor process
 * for each lambda.
 */
public final class AtfContender implements Contender {
  private static final String CONTENT_TYPE = "application/octet-stream";
  private static final String URGENT = "high";
  private static final String NOT_URGENT = "low";
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
   * @param settings of each lambda, in addition to its name and the disabled history
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
    var unused = client.schedule(spec(job));
  }

  @Override
  public void scheduleBatch(List<Job> jobs) {
    scheduleAll(client, jobs);
  }

  @Override
  public boolean hasPriorities() {
    return true;
  }

  @Override
  public void close() {
    client.close();
    api.close();
    cluster.close();
  }

  /** Returns a job as a task of ATF. */
  static TaskSpec spec(Job job) {
    return TaskSpec.ofBytes(job.kind(), job.payload(), CONTENT_TYPE)
        .priority(job.urgent() ? URGENT : NOT_URGENT)
        .at(job.dueAt());
  }

  /**
   * Schedules jobs in one batch.
   *
   * @throws dev.atf.client.AtfException if any of them was refused
   */
  static void scheduleAll(AtfClient client, List<Job> jobs) {
    for (var outcome : client.scheduleBatch(jobs.stream().map(AtfContender::spec).toList())) {
      if (outcome instanceof BatchOutcome.Refused refused) {
        throw refused.error();
      }
    }
  }

  /** The executor process of one kind of jobs. */
  public static final class JobWorker {
    private JobWorker() {}

    /**
     * @param args directory of the {@link ExecutionLog}, and the number of threads of all kinds
     *     together, of which this process has its share
     */
    public static void main(String[] args) {
      var environment = new HashMap<>(System.getenv());
      int kind = Contender.KINDS.indexOf(environment.get("ATF_LAMBDA"));
      environment.put("ATF_THREADS", share(Integer.parseInt(args[1]), kind) + "");
      var config =
          new ConfigLoader(environment, ConfigLoader.NOT_SETTINGS)
              .load(ExecutorConfig.DEFAULTS, Optional.empty());
      var handler = new JobHandler(ExecutionLog.in(Path.of(args[0])));
      var worker = Worker.builder(config);
      Contender.KINDS.forEach(
          name ->
              worker.handle(
                  name,
                  byte[].class,
                  (payload, context) -> {
                    handler.handle(payload);
                    return Outcome.success();
                  }));
      System.exit(worker.run());
    }

    /** Returns the threads of one kind: of 16 threads 6, 5 and 5. */
    static int share(int threads, int kind) {
      int kinds = Contender.KINDS.size();
      return threads / kinds + (kind < threads % kinds ? 1 : 0);
    }
  }
}
