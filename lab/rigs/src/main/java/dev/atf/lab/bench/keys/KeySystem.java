package dev.atf.lab.bench.keys;

import com.google.protobuf.ByteString;
import dev.atf.lab.bench.Ledger;
import dev.atf.lab.bench.contender.ProcessTimes;
import dev.atf.local.ApiConnection;
import dev.atf.local.EngineKind;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.GetKeyRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListKeysRequest;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.SkipHeadRequest;
import dev.atf.worker.ExecutorJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The whole system as {@code atf up} runs it, with one lambda that holds a key whose task has
 * failed for good, and the calls that the benchmark makes to it.
 */
final class KeySystem implements AutoCloseable {
  /** Calls of Schedule at one time. */
  static final int CALLERS = 4;

  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(2);
  private static final int PAGE = 1_000;

  /** Retry policy with short and regular delays: a key has to fail often while the others run. */
  private static final Lambda.Retry RETRY =
      Lambda.Retry.newBuilder()
          .setMaxAttempts(1_000)
          .setInitialBackoff(ProtoTimes.proto(Duration.ofMillis(200)))
          .setMaxBackoff(ProtoTimes.proto(Duration.ofSeconds(1)))
          .build();

  private final LocalCluster cluster;
  private final EngineKind engine;
  private final List<ApiConnection> connections;

  private KeySystem(LocalCluster cluster, EngineKind engine) {
    this.cluster = cluster;
    this.engine = engine;
    this.connections =
        IntStream.range(0, CALLERS)
            .mapToObj(i -> ApiConnection.open(cluster.frontendUri(), CALL_TIMEOUT))
            .toList();
  }

  /**
   * Returns when the system takes tasks and runs them.
   *
   * @param directory for its data
   * @param log log that handlers write to
   */
  static KeySystem start(
      EngineKind engine, Duration pollInterval, int threads, Path directory, Path log) {
    var cluster =
        LocalCluster.start(
            LocalClusterOptions.builder()
                .data(directory)
                .executors(Map.of(KeyWorker.LAMBDA, 1))
                .threads(threads)
                .pollInterval(pollInterval)
                .engine(engine)
                .command(ExecutorJvm.running(KeyWorker.class.getName(), log.toString()))
                .build());
    var system = new KeySystem(cluster, engine);
    system.register();
    return system;
  }

  private void register() {
    connections
        .get(0)
        .lambdas()
        .registerLambda(
            Lambda.newBuilder()
                .setName(KeyWorker.LAMBDA)
                .setHistory(Lambda.History.NONE)
                .setOnFatal(Lambda.OnFatal.HOLD)
                .setRetry(RETRY)
                .build());
  }

  /** Returns the name of a key; each phase has its own. */
  static String name(int phase, int key) {
    return "phase-%d-key-%d".formatted(phase, key);
  }

  /**
   * Schedules all in one call, each due at that time.
   *
   * @param ordered with an ordering key
   */
  void schedule(List<KeyJob> jobs, boolean ordered, Instant dueAt) {
    var request = ScheduleBatchRequest.newBuilder().setLambda(KeyWorker.LAMBDA);
    for (var job : jobs) {
      var task =
          ScheduleRequest.newBuilder()
              .setData(ByteString.copyFrom(job.payload()))
              .setScheduledAt(ProtoTimes.proto(dueAt));
      if (ordered) {
        task.setOrderingKey(name(job.phase(), job.key()));
      }
      request.addTasks(task);
    }
    var connection = connections.get(jobs.get(0).key() % CALLERS);
    for (var result : connection.tasks().scheduleBatch(request.build()).getResultsList()) {
      if (result.hasError()) {
        throw new IllegalStateException(result.getError().getMessage());
      }
    }
  }

  OrderingKey key(String name) {
    return connections
        .get(0)
        .keys()
        .getKey(GetKeyRequest.newBuilder().setLambda(KeyWorker.LAMBDA).setKey(name).build());
  }

  /** Skips the head task as an operator would, once the key is held. */
  void skipHead(OrderingKey key) {
    var unused =
        connections
            .get(0)
            .keys()
            .skipHead(
                SkipHeadRequest.newBuilder()
                    .setLambda(KeyWorker.LAMBDA)
                    .setKey(key.getKey())
                    .setTaskId(key.getHolderTaskId())
                    .build());
  }

  /** Returns the keys for whose turn tasks wait, including the held ones. */
  Set<String> listed() {
    var names = new TreeSet<String>();
    var token = "";
    do {
      var page =
          connections
              .get(0)
              .keys()
              .listKeys(
                  ListKeysRequest.newBuilder()
                      .setLambda(KeyWorker.LAMBDA)
                      .setPageSize(PAGE)
                      .setPageToken(token)
                      .build());
      page.getKeysList().forEach(key -> names.add(key.getKey()));
      token = page.getNextPageToken();
    } while (!token.isEmpty());
    return names;
  }

  /**
   * Returns the write units of the services, as DynamoDB counts them; 0 on an engine that counts
   * none.
   */
  double writeUnits() {
    if (engine != EngineKind.DYNAMODB_LOCAL) {
      return 0;
    }
    var services =
        new ArrayList<>(
            List.of(cluster.frontendUri(), cluster.hscUri(), cluster.storeConsumerUri()));
    cluster.controllerUri().ifPresent(services::add);
    return Ledger.read(services).writeUnitsOfTasksAndPlans();
  }

  Duration cpu() {
    return ProcessTimes.ofThisAndBelow();
  }

  @Override
  public void close() {
    connections.forEach(ApiConnection::close);
    cluster.close();
  }
}
