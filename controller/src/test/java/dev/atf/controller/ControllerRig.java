package dev.atf.controller;

import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.ListenableFuture;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ControllerServiceGrpc.ControllerServiceFutureStub;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.Work;
import dev.atf.queue.QueueName;
import dev.atf.queue.memory.InMemoryTaskQueue;
import dev.atf.queue.sqs.SqsConfig;
import dev.atf.runtime.LoopSettings;
import dev.atf.runtime.RpcServerConfig;
import dev.atf.runtime.Service;
import dev.atf.runtime.auth.CredentialsConfig;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A controller with its queue and its HSC, and an executor that asks it. */
final class ControllerRig implements AutoCloseable {
  static final LambdaName LAMBDA = new LambdaName("resize");
  static final LambdaName OTHER = new LambdaName("send-email");
  static final Duration LONG = Duration.ofSeconds(30);

  final InMemoryTaskQueue queue = new InMemoryTaskQueue(InstantSource.system());
  final WatchedQueue watched = new WatchedQueue(queue);
  final FakeHsc hsc = new FakeHsc();
  private final TestControllerComponent controller;
  private final Service service;
  private final ControllerServiceFutureStub stub;
  private int lastTask;

  /** How many deletions had been sent when the connection was closed. */
  final List<Integer> closedAfter = new CopyOnWriteArrayList<>();

  /** What a test may want to be otherwise. */
  record Tuning(Duration bufferAge, Duration claimTimeout, int bufferMax) {}

  /** Few enough for a test to reach. */
  static final int WAITING_CALLS_MAX = 100;

  private static ControllerTuning tuning() {
    var usual = ControllerTuning.DEFAULTS;
    return new ControllerTuning(
        usual.claimConcurrency(),
        usual.claimBackoffMin(),
        usual.claimBackoffMax(),
        usual.returnTimeout(),
        WAITING_CALLS_MAX,
        usual.deletionsMax(),
        usual.demandMemory(),
        usual.unknownLambdaRefresh());
  }

  static final Tuning PATIENT = new Tuning(Duration.ofSeconds(60), Duration.ofSeconds(5), 20);

  ControllerRig(Tuning tuning) {
    this(tuning, true);
  }

  /**
   * @param registered whether the HSC knows the lambda; otherwise {@link #register} makes it
   */
  ControllerRig(Tuning tuning, boolean registered) {
    if (registered) {
      register();
    }
    for (var priority : List.of("high", "normal", "low")) {
      queue.ensure(queueOf(priority));
      queue.ensure(new QueueName(OTHER, new Priority(priority)));
    }
    hsc.start();
    controller =
        DaggerTestControllerComponent.factory()
            .create(
                new ControllerConfig(
                    RpcServerConfig.onPort(0),
                    hsc.uri(),
                    List.of(LAMBDA.value(), OTHER.value()),
                    SqsConfig.DEFAULTS,
                    tuning.bufferMax(),
                    tuning.bufferAge(),
                    Duration.ofMinutes(10),
                    Duration.ofSeconds(20),
                    tuning.claimTimeout(),
                    Duration.ofMillis(200),
                    Duration.ofSeconds(1),
                    tuning(),
                    LoopSettings.DEFAULT,
                    List.of(16, 2, 1),
                    3,
                    CredentialsConfig.NONE),
                watched,
                () -> closedAfter.add(watched.deleted.size()));
    service = controller.service();
    service.start();
    stub =
        GrpcClients.builder("gproto+http://127.0.0.1:" + service.port())
            .responseTimeout(Duration.ofSeconds(60))
            .build(ControllerServiceFutureStub.class);
    if (registered) {
      await()
          .until(() -> controller.metrics().find("atf.controller.buffered").gauges().size() == 3);
    }
  }

  void register() {
    hsc.priorities.put(LAMBDA.value(), List.of("high", "normal", "low"));
  }

  void registerOther() {
    hsc.priorities.put(OTHER.value(), List.of("high", "normal", "low"));
  }

  static QueueName queueOf(String priority) {
    return new QueueName(LAMBDA, new Priority(priority));
  }

  Desk desk() {
    return controller.desk();
  }

  Service service() {
    return service;
  }

  ControllerServiceFutureStub stub() {
    return stub;
  }

  double counter(String name, String... tags) {
    return controller.metrics().counter(name, tags).count();
  }

  /** A task that is ready to be claimed, and in its queue. */
  TaskRef ready(String priority) {
    var ref = newRef();
    hsc.enqueue(ref);
    push(priority, ref);
    return ref;
  }

  /** The same, of the other lambda. */
  TaskRef readyOther(String priority) {
    var ref = newRef();
    hsc.enqueue(ref);
    queue.push(new QueueName(OTHER, new Priority(priority)), List.of(ref));
    return ref;
  }

  /** A message that no task stands behind any more. */
  TaskRef stale(String priority) {
    var ref = newRef();
    push(priority, ref);
    return ref;
  }

  TaskRef newRef() {
    return new TaskRef(new TaskId("%032x".formatted(++lastTask)), 1);
  }

  void push(String priority, TaskRef ref) {
    queue.push(queueOf(priority), List.of(ref));
  }

  static NextWorkRequest request(int tasksMax, Duration wait) {
    return NextWorkRequest.newBuilder()
        .setExecutorId("host:1:nonce")
        .setLambda(LAMBDA.value())
        .setTasksMax(tasksMax)
        .setWait(ProtoTimes.proto(wait))
        .build();
  }

  ListenableFuture<NextWorkResponse> ask(int tasksMax, Duration wait) {
    return stub.nextWork(request(tasksMax, wait));
  }

  static NextWorkResponse answer(ListenableFuture<NextWorkResponse> call) throws Exception {
    return call.get(60, TimeUnit.SECONDS);
  }

  /** Asks one after the other until {@code count} tasks have come. */
  List<String> takeIds(int count) throws Exception {
    var ids = new ArrayList<String>();
    while (ids.size() < count) {
      answer(ask(10, LONG)).getWorkList().stream().map(Work::getTaskId).forEach(ids::add);
    }
    return ids;
  }

  @Override
  public void close() {
    service.close();
    hsc.stop();
  }
}
