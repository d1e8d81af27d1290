package dev.atf.simulation.scale;

import com.google.protobuf.ByteString;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.LambdaServiceGrpc;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleBatchResult;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.TaskServiceGrpc;
import dev.atf.runtime.rpc.CallTimeout;
import dev.atf.sim.net.Network;
import dev.atf.sim.time.VirtualProcess;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Workload of the cluster: a client for each lambda, and the tasks in the store before. */
final class Load {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration EVERY = Duration.ofMillis(100);
  private static final Duration LIFETIME = Duration.ofDays(30);
  private static final Payload PAYLOAD = new Payload(new byte[256], "application/octet-stream");

  private final ScalePlan plan;
  private final ScaleFleet fleet;
  private final Network network;
  private final LimitedTables tables;
  private final ScaleFigures figures;
  private final RandomGenerator random;
  private int registered;
  private long offered;

  Load(
      ScalePlan plan,
      ScaleFleet fleet,
      Network network,
      LimitedTables tables,
      ScaleFigures figures,
      RandomGenerator random) {
    this.plan = plan;
    this.fleet = fleet;
    this.network = network;
    this.tables = tables;
    this.figures = figures;
    this.random = random;
  }

  /** Returns whether all lambdas are registered. */
  boolean isRegistered() {
    return registered == plan.lambdas();
  }

  /** Returns the number of tasks that were given to the cluster, failed attempts included. */
  long offeredCount() {
    return offered;
  }

  void register() {
    var process = fleet.newProcess("owner");
    var lambdas = LambdaServiceGrpc.newBlockingStub(network.channel(process, ScaleFleet.FRONTEND));
    process.start(
        "main",
        () -> {
          process.sleepUninterruptibly(Duration.ofSeconds(1));
          while (registered < plan.lambdas()) {
            var lambda =
                Lambda.newBuilder().setName(ScaleFleet.lambda(registered)).setShards(plan.shards());
            for (int i = 0; i < plan.priorities(); i++) {
              lambda.addPriorities("p" + i);
            }
            var ignored = CallTimeout.on(lambdas, TIMEOUT).registerLambda(lambda.build());
            registered++;
          }
        });
  }

  /** Puts tasks into the store that were scheduled long ago, due at equal distances. */
  void load(long count, Instant from, Duration over) {
    offered += count;
    for (long i = 0; i < count; i++) {
      var id = TaskId.random(random);
      var dueAt = from.plusMillis(over.toMillis() * i / count);
      var header =
          new TaskHeader(
              id,
              new LambdaName(ScaleFleet.lambda((int) (i % plan.lambdas()))),
              new Priority("p" + i / plan.lambdas() % plan.priorities()),
              null,
              id.shard(plan.shards()),
              from,
              dueAt,
              dueAt.plus(LIFETIME),
              null);
      tables.load(
          new TaskEntity(header, PAYLOAD, Map.of(), "", dueAt.plus(LIFETIME.multipliedBy(2))),
          Association.scheduled(header));
    }
  }

  /** Schedules tasks that are due from {@code from} until {@code until}, each a while before. */
  void schedule(Instant from, Instant until) {
    for (int i = 0; i < plan.lambdas() && plan.rate() > 0; i++) {
      var lambda = ScaleFleet.lambda(i);
      var process = fleet.newProcess("client-" + lambda + "-" + from);
      process.start("main", () -> new Client(process, lambda).run(from, until));
    }
  }

  private final class Client {
    private final VirtualProcess process;
    private final String lambda;
    private final TaskServiceGrpc.TaskServiceBlockingStub tasks;
    private long scheduled;

    Client(VirtualProcess process, String lambda) {
      this.process = process;
      this.lambda = lambda;
      this.tasks = TaskServiceGrpc.newBlockingStub(network.channel(process, ScaleFleet.FRONTEND));
    }

    void run(Instant from, Instant until) {
      // Clients do not all begin at the same instant.
      var next = from.plusMillis(random.nextLong(EVERY.toMillis()));
      for (; next.isBefore(until); next = next.plus(EVERY)) {
        process.sleepUninterruptibly(Duration.between(process.instant(), next.minus(plan.lead())));
        var end = next.plus(EVERY).isBefore(until) ? next.plus(EVERY) : until;
        long wanted = plan.dueIn(Duration.between(from, end)) / plan.lambdas();
        if (wanted > scheduled) {
          send(wanted - scheduled, next);
          scheduled = wanted;
        }
      }
    }

    private void send(long count, Instant dueAt) {
      offered += count;
      var batch = ScheduleBatchRequest.newBuilder().setLambda(lambda);
      for (long i = 0; i < count; i++) {
        batch.addTasks(
            ScheduleRequest.newBuilder()
                .setPriority("p" + (scheduled + i) % plan.priorities())
                .setScheduledAt(ProtoTimes.proto(dueAt.plusMillis(EVERY.toMillis() * i / count)))
                .setContentType(PAYLOAD.contentType())
                .setData(ByteString.copyFrom(PAYLOAD.bytes())));
      }
      try {
        var answer = CallTimeout.on(tasks, TIMEOUT).scheduleBatch(batch.build());
        figures.schedulesFailed(
            (int) answer.getResultsList().stream().filter(ScheduleBatchResult::hasError).count());
      } catch (StatusRuntimeException e) {
        figures.schedulesFailed((int) count);
      }
    }
  }
}
