package dev.atf.lab.bench.contender;

import com.google.protobuf.ByteString;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Job;
import dev.atf.local.ApiConnection;
import dev.atf.local.EngineKind;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.worker.ExecutorJvm;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The whole system as {@code atf up} runs it: the services in this process, and an executor process
 * for each lambda.
 */
public final class AtfContender implements Contender {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(60);

  /** A connection carries the calls of some clients. */
  private static final int CONNECTIONS = 8;

  private static final String URGENT = "high";
  private static final String NOT_URGENT = "low";

  private final LocalCluster cluster;
  private final List<ApiConnection> connections;

  private AtfContender(LocalCluster cluster) {
    this.cluster = cluster;
    this.connections =
        IntStream.range(0, CONNECTIONS)
            .mapToObj(i -> ApiConnection.open(cluster.frontendUri(), CALL_TIMEOUT))
            .toList();
  }

  /**
   * Starts the system on this engine, with its data on disk.
   *
   * @param maxRunning tasks of each lambda at a time; 0: as many as there are threads
   */
  public record Starter(EngineKind engine, Duration pollInterval, int maxRunning)
      implements Contender.Starter {
    /** Starts lambdas without a limit. */
    public Starter(EngineKind engine, Duration pollInterval) {
      this(engine, pollInterval, 0);
    }

    @Override
    public String name() {
      return "atf " + engine;
    }

    @Override
    public Contender start(Setup setup) {
      return AtfContender.start(this, setup);
    }
  }

  private static AtfContender start(Starter starter, Setup setup) {
    var command =
        ExecutorJvm.running(
            JobWorker.class.getName(), setup.executions().toString(), setup.threads() + "");
    var cluster =
        LocalCluster.start(
            LocalClusterOptions.builder()
                .data(setup.directory())
                .executors(KINDS.stream().collect(Collectors.toMap(Function.identity(), kind -> 1)))
                .threads(setup.threads())
                .pollInterval(starter.pollInterval())
                .engine(starter.engine())
                .command(command)
                .build());
    var contender = new AtfContender(cluster);
    contender.register(starter.maxRunning());
    return contender;
  }

  private void register(int maxRunning) {
    for (var kind : KINDS) {
      connections
          .get(0)
          .lambdas()
          .registerLambda(
              Lambda.newBuilder()
                  .setName(kind)
                  .setHistory(Lambda.History.NONE)
                  .setMaxRunning(maxRunning)
                  .build());
    }
  }

  @Override
  public void schedule(Job job) {
    connection(job).tasks().schedule(request(job).setLambda(job.kind()).build());
  }

  @Override
  public void scheduleBatch(List<Job> jobs) {
    var first = jobs.get(0);
    var request = ScheduleBatchRequest.newBuilder().setLambda(first.kind());
    jobs.forEach(job -> request.addTasks(request(job)));
    for (var result : connection(first).tasks().scheduleBatch(request.build()).getResultsList()) {
      if (result.hasError()) {
        throw new IllegalStateException(result.getError().getMessage());
      }
    }
  }

  private ApiConnection connection(Job job) {
    return connections.get((int) (job.number() / KINDS.size() % CONNECTIONS));
  }

  private static ScheduleRequest.Builder request(Job job) {
    return ScheduleRequest.newBuilder()
        .setPriority(job.urgent() ? URGENT : NOT_URGENT)
        .setData(ByteString.copyFrom(job.payload()))
        .setScheduledAt(ProtoTimes.proto(job.dueAt()));
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
    connections.forEach(ApiConnection::close);
    cluster.close();
  }
}
