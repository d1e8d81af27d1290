package dev.atf.controller;

import static dev.atf.controller.ManualTime.awaiting;

import com.google.common.util.concurrent.ListenableFuture;
import com.linecorp.armeria.client.ClientFactory;
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
import dev.atf.queue.QueuePorts;
import dev.atf.queue.TaskMessage;
import dev.atf.queue.memory.InMemoryTaskQueue;
import dev.atf.queue.sqs.SqsConfig;
import dev.atf.runtime.ProcessName;
import dev.atf.runtime.Service;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.process.RuntimePorts;
import dev.atf.runtime.rpc.RpcServer;
import dev.atf.runtime.server.RpcServerConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A controller with its queue and its HSC, and an executor that asks it. Its ports are real ones;
 * its clock moves only while the test waits for something.
 */
final class ControllerRig implements AutoCloseable {
  static final LambdaName LAMBDA = new LambdaName("resize");
  static final LambdaName OTHER = new LambdaName("send-email");
  static final Duration LONG = Duration.ofSeconds(30);

  final ManualTime time = new ManualTime();
  final InMemoryTaskQueue queue = new InMemoryTaskQueue(time);
  final WatchedQueue watched = new WatchedQueue(queue, time, time);
  final FakeHsc hsc = new FakeHsc(time);
  private final TimedHandlers handlers = new TimedHandlers(time);
  private final TestControllerComponent controller;
  private final Service service;
  private final ClientFactory clients = ClientFactory.builder().build();
  private final ControllerServiceFutureStub stub;
  private final List<ListenableFuture<?>> calls = new CopyOnWriteArrayList<>();
  private int lastTask;

  /** Number of deletions that had been sent when the connection was closed. */
  final List<Integer> closedAfter = new CopyOnWriteArrayList<>();

  /** Settings that a test may change. */
  record Tuning(Duration bufferAge, Duration claimTimeout, int bufferMax) {}

  /** Limit on waiting calls, low enough for a test to reach. */
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
   * @param registered true if the HSC knows the lambda; otherwise {@link #register} adds it
   */
  ControllerRig(Tuning tuning, boolean registered) {
    this(tuning, registered, List.of(LAMBDA.value(), OTHER.value()));
  }

  /** Makes a controller of these lambdas; none is registered. */
  ControllerRig(List<String> lambdas) {
    this(PATIENT, false, lambdas);
  }

  private ControllerRig(Tuning tuning, boolean registered, List<String> lambdas) {
    if (registered) {
      register();
    }
    for (var priority : List.of("high", "normal", "low")) {
      queue.ensure(queueOf(priority));
      queue.ensure(new QueueName(OTHER, new Priority(priority)));
    }
    hsc.start();
    var config =
        new ControllerConfig(
            RpcServerConfig.onPort(0),
            hsc.uri(),
            lambdas,
            List.of("gpu", "ssd"),
            "",
            SqsConfig.DEFAULTS,
            true,
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
            CredentialsConfig.NONE);
    var connection = HscConnection.of(config);
    controller =
        DaggerTestControllerComponent.factory()
            .create(
                config,
                QueuePorts.of(queue, watched, queue),
                connection.stub(),
                runtime().closing(() -> closedAfter.add(watched.deleted.size()), connection));
    service = controller.service();
    service.start();
    stub =
        GrpcClients.builder("gproto+http://127.0.0.1:" + service.port())
            .factory(clients)
            .responseTimeout(Duration.ofSeconds(60))
            .build(ControllerServiceFutureStub.class);
    if (registered) {
      time.passUntil(
          () -> controller.metrics().find("atf.controller.buffered").gauges().size() == 3);
    }
  }

  /** Returns all ports of a process but its time and its threads. */
  private RuntimePorts runtime() {
    var metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    return new RuntimePorts(
        ProcessName.ofThisProcess(),
        time,
        time,
        new SecureRandom(),
        time,
        (name, config, alive, services, tuneGrpc, tuneServer) ->
            RpcServer.start(
                name,
                config,
                metrics,
                alive,
                services,
                grpc -> {
                  tuneGrpc.accept(grpc);
                  grpc.intercept(handlers);
                },
                tuneServer),
        metrics);
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

  TaskMatcher matcher() {
    return controller.matcher();
  }

  Service service() {
    return service;
  }

  DeathReports deathReports() {
    return controller.host().deaths();
  }

  ControllerServiceFutureStub stub() {
    return stub;
  }

  /** Returns whether a loop runs that was not asked to stop. */
  boolean isTurned(String loop) {
    return controller.metrics().find("atf.loop.alive").tag("loop", loop).gauge() != null;
  }

  double counter(String name, String... tags) {
    return controller.metrics().counter(name, tags).count();
  }

  /** Returns a task that is ready to be claimed, and in its queue. */
  TaskRef ready(String priority) {
    var ref = newRef();
    hsc.enqueue(ref);
    push(priority, ref);
    return ref;
  }

  /** Returns a ready task of the other lambda. */
  TaskRef readyOther(String priority) {
    var ref = newRef();
    hsc.enqueue(ref);
    queue.push(new QueueName(OTHER, new Priority(priority)), List.of(TaskMessage.of(ref)));
    watched.check();
    return ref;
  }

  /** Queues a message whose task no longer exists. */
  TaskRef stale(String priority) {
    var ref = newRef();
    push(priority, ref);
    return ref;
  }

  TaskRef newRef() {
    return new TaskRef(new TaskId("%032x".formatted(++lastTask)), 1);
  }

  void push(String priority, TaskRef ref) {
    queue.push(queueOf(priority), List.of(TaskMessage.of(ref)));
    watched.check();
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
    return ask(request(tasksMax, wait));
  }

  /**
   * Returns when the controller holds the call or has answered it. The clock does not move before
   * that.
   */
  ListenableFuture<NextWorkResponse> ask(NextWorkRequest request) {
    int before = handlers.ended();
    var call = stub.nextWork(request);
    calls.add(call);
    awaiting().until(() -> handlers.ended() > before || call.isDone());
    return call;
  }

  /** Lets time pass until the call is answered. */
  <T> T answer(ListenableFuture<T> call) throws Exception {
    time.passUntil(call::isDone);
    return call.get();
  }

  /** A received message, as a poll hands it to the controller. */
  BufferedRef received(String priority) {
    ready(priority);
    var name = queueOf(priority);
    var message = queue.receive(name, 1, Duration.ZERO, Duration.ofMinutes(10)).get(0);
    return new BufferedRef(name, message, time.nanos());
  }

  /** Asks one after the other until {@code count} tasks have come. */
  List<String> takeIds(int count) throws Exception {
    var ids = new ArrayList<String>();
    while (ids.size() < count) {
      answer(ask(10, LONG)).getWorkList().stream().map(Work::getTaskId).forEach(ids::add);
    }
    return ids;
  }

  /** Drains the controller, and lets time pass until it has ended. */
  void drain() {
    awaitDrained(beginDraining());
  }

  Thread beginDraining() {
    var draining = new Thread(service::close, "close-controller");
    draining.setDaemon(true);
    draining.start();
    return draining;
  }

  /**
   * Waits for the end of a drain; the executor leaves once its calls are answered, for an open
   * connection is waited for.
   */
  void awaitDrained(Thread draining) {
    time.passUntil(
        () -> {
          if (calls.stream().allMatch(ListenableFuture::isDone)) {
            var ignored = clients.closeAsync();
          }
          return !draining.isAlive();
        });
  }

  @Override
  public void close() {
    drain();
    hsc.stop();
  }
}
