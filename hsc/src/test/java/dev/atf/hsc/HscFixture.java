package dev.atf.hsc;

import com.google.protobuf.ByteString;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.atf.blob.memory.MemoryObjects;
import dev.atf.blob.store.BlobConnection;
import dev.atf.hsc.claim.FaultyPermits;
import dev.atf.hsc.member.FaultyMembers;
import dev.atf.model.CollectionName;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.RetryBudget;
import dev.atf.model.lambda.RetryPolicy;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ClaimTask;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.protocol.v1.Failure;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.runtime.Service;
import dev.atf.runtime.config.ConfigLoader;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.StoreLocality;
import dev.atf.store.TransitionResult;
import dev.atf.store.memory.InMemoryTaskSearch;
import dev.atf.store.memory.InMemoryTaskStore;
import dev.atf.store.memory.plans.InMemoryPlans;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.store.ports.StorePorts;
import dev.atf.store.route.RouteRegistry;
import dev.atf.store.testing.FaultyGates;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A running HSC, the store under it, and the calls of executors and controllers. */
public final class HscFixture implements AutoCloseable {
  public static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  public static final LambdaName LAMBDA = new LambdaName("resize-image");
  public static final LambdaDefinition DEFINITION = LambdaDefinition.withDefaults(LAMBDA, NOON);
  public static final ExecutorId EXECUTOR = new ExecutorId("host-1:42:a1");
  public static final ExecutorId OTHER_EXECUTOR = new ExecutorId("host-2:43:b2");
  public static final String CLAIM = "c0ffee00c0ffee00";
  public static final String OTHER_CLAIM = "badcafe0badcafe0";
  public static final Payload PAYLOAD =
      new Payload("{\"w\":1,\"\u00fc\":\"\u2028\"}".getBytes(StandardCharsets.UTF_8), Payload.JSON);

  /** The tests of a class share a process, and must not share a budget. */
  private static final RetryPolicy NEVER_PACED =
      new RetryPolicy(
          10, Duration.ofSeconds(1), Duration.ofMinutes(15), 2, new RetryBudget(10, 100_000));

  /** Maximum number of concurrent requests of one bulkhead. */
  public static final int WRITERS = 4;

  public static final Duration ENQUEUE_TIMEOUT = Duration.ofSeconds(30);

  public final SettableClock clock = new SettableClock(NOON);
  public final InMemoryTaskStore store = new InMemoryTaskStore();
  public final OddReadsStore faults = new OddReadsStore(store);
  public final LambdaRegistry lambdas = LambdaRegistry.inMemory();
  public final SubscriptionRegistry subscriptions = SubscriptionRegistry.inMemory();
  public final FaultyGates gates = new FaultyGates();
  public final FaultyPermits permits = new FaultyPermits();
  public final InMemoryPlans plans = new InMemoryPlans();
  public final FaultyMembers members = new FaultyMembers();
  public final MemoryObjects objects = new MemoryObjects(clock);
  public final BlobConnection blobs = BlobConnection.on(objects, clock, new Random(11));
  private final Random random = new Random(7);
  private final RuntimePorts machine = RuntimePorts.ofMachine();
  private final InMemoryHsc component;
  private final Service service;
  public final HscServiceGrpc.HscServiceBlockingStub hsc;

  public HscFixture() {
    this(DEFINITION.withRetry(NEVER_PACED));
  }

  public HscFixture(LambdaDefinition lambda) {
    this(lambda, "");
  }

  /**
   * @param policyFile with the quotas of tenants; empty: none
   */
  public HscFixture(LambdaDefinition lambda, String policyFile) {
    component = DaggerInMemoryHsc.factory().create(config(policyFile), ports(), blobs, runtime());
    service = component.service();
    lambdas.put(lambda, Optional.empty());
    service.start();
    hsc =
        GrpcClients.newClient(
            "gproto+http://127.0.0.1:" + service.port() + "/",
            HscServiceGrpc.HscServiceBlockingStub.class);
  }

  /** Returns settings with which only the heartbeats turn a second time during a test. */
  private static HscConfig config(String policyFile) {
    var variables =
        Map.of(
            "ATF_SERVER_PORT", "0",
            "ATF_SERVER_AUTH_POLICY_FILE", policyFile,
            "ATF_WRITE_CONCURRENCY", Integer.toString(WRITERS),
            "ATF_LAMBDA_REFRESH", "5m",
            "ATF_BEAT_INTERVAL", "5s");
    return new ConfigLoader(variables, List.of()).load(HscConfig.DEFAULTS, Optional.empty());
  }

  private StorePorts ports() {
    return new StorePorts(
        faults,
        faults,
        faults,
        new InMemoryTaskSearch(),
        faults,
        lambdas,
        gates,
        subscriptions,
        RouteRegistry.inMemory(),
        permits,
        members,
        plans,
        store.feed(),
        StoreLocality.FAR);
  }

  private RuntimePorts runtime() {
    return new RuntimePorts(
        machine.name(),
        clock,
        clock,
        new Random(1),
        machine.threads(),
        machine.servers(),
        machine.metrics());
  }

  @Override
  public void close() {
    service.close();
  }

  /** Sets the clock back to noon and removes counts and faults; tasks stay where they are. */
  public void reset() {
    clock.set(NOON);
    faults.reset();
    gates.read().of(LAMBDA).forEach(gates::delete);
    refresh();
    machine.metrics().clear();
  }

  /** Reads lambdas and gates as the loop does. */
  public void refresh() {
    component.refresh().turn();
  }

  /** Moves the clock, second by second, while the places of worker hosts are read. */
  public void watchPlaces(Duration time) {
    for (int second = 0; second < time.toSeconds(); second++) {
      clock.advance(Duration.ofSeconds(1));
      component.places().turn();
    }
  }

  /** Sets a gate of the fixture's lambda. This process knows it immediately. */
  public void gate(@Nullable CollectionName collection, GateState state) {
    gates.put(new Gate(LAMBDA, collection, state, null, "a bad release", "ada", NOON));
    refresh();
  }

  /** Replaces the fixture's lambda. This process knows it immediately. */
  public void define(LambdaDefinition lambda) {
    lambdas.put(lambda, lambdas.find(LAMBDA));
    refresh();
  }

  public int port() {
    return service.port();
  }

  public double count(String metric, String... tags) {
    var counter = machine.metrics().find(metric).tags(tags).counter();
    return counter == null ? 0 : counter.count();
  }

  public TaskHeader header() {
    return header(NOON, NOON.plus(Duration.ofDays(30)));
  }

  public TaskHeader header(Instant scheduledAt, Instant deadline) {
    return header(LAMBDA, scheduledAt, deadline);
  }

  public TaskHeader header(LambdaName lambda, Instant scheduledAt, Instant deadline) {
    return new TaskHeader(
        TaskId.random(random),
        lambda,
        new Priority("normal"),
        new CollectionName("thumbnails"),
        0,
        NOON,
        scheduledAt,
        deadline,
        null);
  }

  /** Schedules and releases a task, and returns its reference as in the queue. */
  public TaskRef enqueued() {
    return enqueued(header());
  }

  public TaskRef enqueued(TaskHeader header) {
    return enqueued(header, clock.instant().plus(ENQUEUE_TIMEOUT));
  }

  public TaskRef enqueued(TaskHeader header, Instant checkAt) {
    store.putIfAbsent(
        new TaskEntity(header, PAYLOAD, Map.of("team", "media"), "fp", NOON.plusSeconds(1)));
    store.create(Association.scheduled(header));
    apply(Transitions.release(header.taskId(), 0, header.scheduledAt(), clock.instant(), checkAt));
    return new TaskRef(header.taskId(), 1);
  }

  /** Releases the next epoch of a task that waits for its retry, or was returned. */
  public TaskRef releasedAgain(TaskRef ref) {
    apply(
        Transitions.release(
            ref.taskId(),
            ref.epoch(),
            Objects.requireNonNull(task(ref).trigger()).at(),
            clock.instant(),
            clock.instant().plus(ENQUEUE_TIMEOUT)));
    return new TaskRef(ref.taskId(), ref.epoch() + 1);
  }

  public TaskRef claimed() {
    return claimed(header());
  }

  public TaskRef claimed(TaskHeader header) {
    var ref = enqueued(header);
    claim(ref);
    return ref;
  }

  public Association apply(Transition transition) {
    if (store.apply(transition) instanceof TransitionResult.Applied applied) {
      return applied.after();
    }
    throw new AssertionError(transition + " was refused by " + store.find(transition.taskId()));
  }

  public Association task(TaskRef ref) {
    return store.find(ref.taskId()).orElseThrow();
  }

  public ClaimVerdict claim(TaskRef ref) {
    return claim(ref, CLAIM, EXECUTOR);
  }

  public ClaimVerdict claim(TaskRef ref, String claimId, ExecutorId executor) {
    return claim(ref, claimId, executor, LAMBDA);
  }

  public ClaimVerdict claim(TaskRef ref, String claimId, ExecutorId executor, LambdaName lambda) {
    return hsc.claimTasks(
            ClaimTasksRequest.newBuilder()
                .setExecutorId(executor.value())
                .setLambda(lambda.value())
                .addTasks(claimTask(ref, claimId))
                .build())
        .getVerdicts(0);
  }

  public static ClaimTask claimTask(TaskRef ref, String claimId) {
    return ClaimTask.newBuilder()
        .setTaskId(ref.taskId().value())
        .setEpoch(ref.epoch())
        .setClaimId(claimId)
        .build();
  }

  public HeartbeatResponse heartbeat(TaskRef... refs) {
    return heartbeat(CLAIM, refs);
  }

  public HeartbeatResponse heartbeat(String claimId, TaskRef... refs) {
    return hsc.heartbeat(beat(claimId, refs).build());
  }

  public static HeartbeatRequest.Builder beat(String claimId, TaskRef... refs) {
    var request =
        HeartbeatRequest.newBuilder().setExecutorId(EXECUTOR.value()).setLambda(LAMBDA.value());
    for (var ref : refs) {
      request.addAttempts(attemptRef(ref, claimId));
    }
    return request;
  }

  public static AttemptRef attemptRef(TaskRef ref, String claimId) {
    return AttemptRef.newBuilder()
        .setTaskId(ref.taskId().value())
        .setEpoch(ref.epoch())
        .setClaimId(claimId)
        .build();
  }

  public ResultVerdict report(AttemptResult.Builder result) {
    return hsc.setResults(
            SetResultsRequest.newBuilder()
                .setExecutorId(EXECUTOR.value())
                .setLambda(LAMBDA.value())
                .addResults(result)
                .build())
        .getVerdicts(0);
  }

  public static AttemptResult.Builder result(TaskRef ref) {
    return AttemptResult.newBuilder().setAttemptRef(attemptRef(ref, CLAIM)).setAttempt(1);
  }

  public static AttemptResult.Builder success(TaskRef ref, String json) {
    return success(ref, json.getBytes(StandardCharsets.UTF_8));
  }

  public static AttemptResult.Builder success(TaskRef ref, byte[] bytes) {
    return result(ref)
        .setSuccess(
            AttemptResult.Success.newBuilder()
                .setResult(ByteString.copyFrom(bytes))
                .setContentType(Payload.JSON));
  }

  public static AttemptResult.Builder retriable(TaskRef ref, String code) {
    return result(ref)
        .setRetriableFailure(AttemptResult.RetriableFailure.newBuilder().setFailure(failure(code)));
  }

  public static AttemptResult.Builder fatal(TaskRef ref, String code) {
    return result(ref).setFatalFailure(failure(code));
  }

  public static AttemptResult.Builder cancelled(TaskRef ref) {
    return result(ref).setCancelled(AttemptResult.Cancelled.getDefaultInstance());
  }

  public static AttemptResult.Builder died(TaskRef ref, String how) {
    return result(ref).setExecutorDied(AttemptResult.ExecutorDied.newBuilder().setHow(how));
  }

  public static AttemptResult.Builder returned(TaskRef ref, String reason) {
    return result(ref).setReturned(AttemptResult.Returned.newBuilder().setReason(reason));
  }

  private static Failure failure(String code) {
    return Failure.newBuilder().setCode(code).setMessage("it broke").setDetails("trace").build();
  }
}
