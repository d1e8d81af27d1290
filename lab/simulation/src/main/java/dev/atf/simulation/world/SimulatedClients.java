package dev.atf.simulation.world;

import com.google.protobuf.Duration;
import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskHeader;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.CancelTaskRequest;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.KillAttemptRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.LambdaServiceGrpc;
import dev.atf.protocol.v1.LambdaServiceGrpc.LambdaServiceBlockingStub;
import dev.atf.protocol.v1.ListKeysRequest;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.OrderingServiceGrpc;
import dev.atf.protocol.v1.OrderingServiceGrpc.OrderingServiceBlockingStub;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.RescheduleTaskRequest;
import dev.atf.protocol.v1.RetryHeadRequest;
import dev.atf.protocol.v1.RunTaskNowRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.SetGateRequest;
import dev.atf.protocol.v1.SkipHeadRequest;
import dev.atf.protocol.v1.TaskServiceGrpc;
import dev.atf.protocol.v1.TaskServiceGrpc.TaskServiceBlockingStub;
import dev.atf.sim.net.Network;
import dev.atf.sim.time.StuckEvents;
import dev.atf.sim.time.StuckEvents.Occasion;
import dev.atf.sim.time.VirtualProcess;
import dev.atf.simulation.check.Promise;
import dev.atf.simulation.check.ScheduleTry;
import dev.atf.simulation.world.StubbornCaller.Pace;
import io.grpc.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * SimulatedClients that schedule tasks, repeat unanswered calls, and cancel, kill or change their
 * tasks.
 */
final class SimulatedClients {
  private static final int BAD_LUCK_ONE_IN = 100;
  private static final int STUCK_ARRIVES_ONE_IN = 12;
  private static final int EXPIRY_CANCELLED_ONE_IN = 6;
  private static final int FAILURE_SEEN_ONE_IN = 10;

  private static final java.time.Duration GATE_CLOSED_MAX = java.time.Duration.ofSeconds(20);
  private static final java.time.Duration OPERATOR_CHECKS_EVERY = java.time.Duration.ofSeconds(20);

  private final WorldPlan plan;
  private final Ablation ablation;
  private final Fleet fleet;
  private final Network network;
  private final FaultyPorts ports;
  private final StuckEvents stuck;
  private final EventLog log;
  private final RandomGenerator random;

  /** A generator of its own, so that the other draws are the same without expiries and failures. */
  private final RandomGenerator luck;

  private final List<VirtualProcess> processes = new ArrayList<>();
  private final Map<TaskId, Client> owners = new HashMap<>();
  private int busy;

  SimulatedClients(
      WorldPlan plan,
      Ablation ablation,
      Fleet fleet,
      Network network,
      FaultyPorts ports,
      StuckEvents stuck,
      EventLog log,
      RandomGenerator random) {
    this.plan = plan;
    this.ablation = ablation;
    this.fleet = fleet;
    this.network = network;
    this.ports = ports;
    this.stuck = stuck;
    this.log = log;
    this.random = random;
    this.luck = new SplittableRandom(plan.seed() ^ 0x1F83D9ABL);
  }

  /** Returns whether all clients have made all of their calls. */
  boolean areDone() {
    return busy == 0;
  }

  void endAll() {
    processes.forEach(VirtualProcess::kill);
  }

  /**
   * Called when a process has read a task, to decide something. At random, a stuck event about it
   * arrives at the same moment, or its owner changes it.
   */
  private void read(TaskId taskId, Optional<Association> found) {
    if (isLeaseOver(found) && disturbsExpiry(taskId)) {
      return;
    }
    if (random.nextInt(STUCK_ARRIVES_ONE_IN) == 0
        && stuck.arriveAbout(taskId.value(), Occasion.READ, java.time.Duration.ZERO)) {
      ports.hesitate();
      return;
    }
    var owner = owners.get(taskId);
    if (owner != null
        && random.nextInt(BAD_LUCK_ONE_IN) < plan.restlessness()
        && !owner.process.isDead()) {
      owner.process.start("change of mind", () -> owner.interfere(taskId));
      ports.hesitate();
    }
  }

  private boolean isLeaseOver(Optional<Association> found) {
    return found
        .filter(task -> task.status().running())
        .map(Association::lease)
        .filter(lease -> lease.until().isBefore(log.now()))
        .isPresent();
  }

  /**
   * Lets a late heartbeat arrive, or the owner cancel, before the reader ends the lease. Few reads
   * are of such a task, so this is far more frequent than for others.
   */
  private boolean disturbsExpiry(TaskId taskId) {
    if (luck.nextBoolean()
        && stuck.arriveAbout(taskId.value(), Occasion.READ, java.time.Duration.ZERO)) {
      ports.hesitate();
      return true;
    }
    var owner = owners.get(taskId);
    if (owner == null || owner.process.isDead() || luck.nextInt(EXPIRY_CANCELLED_ONE_IN) > 0) {
      return false;
    }
    owner.process.start("late cancel", () -> owner.cancel(taskId));
    ports.hesitate();
    return true;
  }

  private void changed(TaskEvent event, Association after) {
    switch (event) {
      case CLAIM, CLAIM_AND_MOVE_ALARM -> claimed(after.taskId());
      case FAIL_RETRIABLY, EXPIRE -> failed(after);
      default -> {}
    }
  }

  /**
   * Called when an attempt failed and another one is to follow. At random, the task's owner closes
   * the gate of its collection, or changes its time.
   */
  private void failed(Association task) {
    var owner = owners.get(task.taskId());
    if (owner == null
        || owner.process.isDead()
        || luck.nextInt(FAILURE_SEEN_ONE_IN) >= plan.restlessness()) {
      return;
    }
    var header = task.header();
    if (header.collection() != null) {
      var state = luck.nextInt(3) == 0 ? Gate.State.DROPPING : Gate.State.PAUSED;
      owner.process.start("close gate", () -> owner.closeGate(header, state));
    } else if (luck.nextBoolean()) {
      owner.process.start("reschedule", () -> owner.reschedule(task.taskId()));
    } else {
      owner.process.start("run now", () -> owner.runNow(task.taskId()));
    }
  }

  /** Called when a task was claimed. At random, the last calls of an earlier claim arrive now. */
  private void claimed(TaskId taskId) {
    if (random.nextBoolean()) {
      var delay = java.time.Duration.ofMillis(random.nextLong(500));
      boolean ignored = stuck.arriveAbout(taskId.value(), Occasion.CLAIMED, delay);
    }
  }

  void start() {
    log.setReader(this::read);
    log.setObserver(this::changed);
    for (int i = 0; i < plan.clients(); i++) {
      var process = fleet.newProcess("client-" + i);
      processes.add(process);
      int number = i;
      busy++;
      process.start(
          "main",
          () -> {
            var client = new Client(process, number);
            client.run();
            busy--;
            if (plan.holdsKeys() && number == 0) {
              client.letKeysGo();
            }
          });
    }
  }

  private final class Client {
    private final VirtualProcess process;
    private final int number;
    private final StubbornCaller caller;
    private final TaskServiceBlockingStub tasks;
    private final LambdaServiceBlockingStub lambdas;
    private final OrderingServiceBlockingStub keys;
    private final List<TaskId> known = new ArrayList<>();
    private final List<TaskId> endless = new ArrayList<>();

    Client(VirtualProcess process, int number) {
      this.process = process;
      this.number = number;
      boolean failsOver = plan.has(FaultKind.ZONE_LOSS);
      this.caller =
          new StubbornCaller(
              process,
              log,
              random,
              Status.Code.NOT_FOUND,
              failsOver ? Pace.FAILING_OVER : Pace.PATIENT);
      var channel =
          failsOver
              ? ablation.ofClient(
                  Fleet.zonalFrontends(plan).stream()
                      .map(name -> network.channel(process, name))
                      .toList())
              : network.channel(process, Fleet.FRONTEND);
      this.tasks = TaskServiceGrpc.newBlockingStub(channel);
      this.lambdas = LambdaServiceGrpc.newBlockingStub(channel);
      this.keys = OrderingServiceGrpc.newBlockingStub(channel);
    }

    void run() {
      for (var lambda : Fleet.lambdaNames(plan)) {
        register(lambda);
      }
      int tasksEach = plan.tasks() / plan.clients() + 1;
      long pauseMax = plan.wantsFor().toMillis() / tasksEach;
      for (int i = 0; i < tasksEach; i++) {
        process.sleepUninterruptibly(java.time.Duration.ofMillis(random.nextLong(pauseMax)));
        schedule("client-" + number + "-wish-" + i);
        for (int times = random.nextInt(plan.restlessness() + 1); times > 0; times--) {
          process.sleepUninterruptibly(java.time.Duration.ofMillis(random.nextLong(2_000)));
          changeMind();
        }
      }
      owners.values().removeIf(owner -> owner == this);
      endless.forEach(this::cancel);
    }

    /** Releases held keys as an operator until the world ends: children may come late. */
    void letKeysGo() {
      while (!process.isDead()) {
        process.sleepUninterruptibly(OPERATOR_CHECKS_EVERY);
        Fleet.lambdaNames(plan).forEach(this::checkKeys);
      }
    }

    private void checkKeys(String lambda) {
      var request = ListKeysRequest.newBuilder().setLambda(lambda);
      do {
        var page = caller.untilAnswered(keys, it -> it.listKeys(request.build())).orElseThrow();
        page.getKeysList().forEach(this::letGo);
        request.setPageToken(page.getNextPageToken());
      } while (!request.getPageToken().isEmpty());
    }

    private void letGo(OrderingKey key) {
      if (key.getState() != OrderingKey.State.HELD) {
        return;
      }
      if (random.nextInt(3) == 0) {
        var retry =
            RetryHeadRequest.newBuilder()
                .setLambda(key.getLambda())
                .setKey(key.getKey())
                .setTaskId(key.getHolderTaskId())
                .build();
        var ignored = caller.untilAnswered(keys, it -> it.retryHead(retry));
      } else {
        var skip =
            SkipHeadRequest.newBuilder()
                .setLambda(key.getLambda())
                .setKey(key.getKey())
                .setTaskId(key.getHolderTaskId())
                .build();
        var ignored = caller.untilAnswered(keys, it -> it.skipHead(skip));
      }
    }

    private void register(String name) {
      var lambda =
          Lambda.newBuilder()
              .setName(name)
              .setShards(plan.shards())
              .setMaxRunning(plan.runningMax())
              .setDispatchRate(plan.dispatchRate())
              .setRetry(
                  Lambda.Retry.newBuilder()
                      .setMaxAttempts(plan.attemptsMax())
                      .setInitialBackoff(Duration.newBuilder().setSeconds(1 + random.nextInt(20)))
                      .setMaxBackoff(Duration.newBuilder().setSeconds(30)))
              .setOnFatal(plan.holdsKeys() ? Lambda.OnFatal.HOLD : Lambda.OnFatal.CONTINUE);
      for (int i = 0; i < plan.priorities(); i++) {
        lambda.addPriorities("p" + i);
      }
      var ignored = caller.untilAnswered(lambdas, it -> it.registerLambda(lambda.build()));
    }

    private void schedule(String key) {
      var names = Fleet.lambdaNames(plan);
      var operation = operation();
      var now = process.instant();
      var at = random.nextBoolean() ? now : now.plusMillis(random.nextLong(30_000));
      var wish =
          ScheduleRequest.newBuilder()
              .setCollection(random.nextInt(3) == 0 ? "c" + random.nextInt(2) : "")
              .setLambda(names.get(random.nextInt(names.size())))
              .setPriority("p" + random.nextInt(plan.priorities()))
              .setOrderingKey(orderingKey())
              .setIdempotencyKey(key)
              .setScheduledAt(ProtoTimes.proto(at))
              .setData(operation.payload());
      if (random.nextInt(4) == 0) {
        long within = random.nextBoolean() ? 5_000 : 60_000;
        wish.setDeadline(ProtoTimes.proto(at.plusMillis(1_000 + random.nextLong(within))));
      }
      if (plan.hasNotices() && wish.getOrderingKey().isEmpty() && key.hashCode() % 2 == 0) {
        wish.getOnFinishBuilder().getToBuilder().setLambda(Fleet.FIRST_LAMBDA);
      }
      var request = wish.build();
      int repeats = random.nextInt(5) == 0 ? 2 : 1;
      for (int i = 0; i < repeats; i++) {
        long begunAt = process.nanos();
        caller
            .untilAnswered(
                tasks,
                it -> it.schedule(request),
                (number, answered) ->
                    log.scheduleTried(
                        new ScheduleTry(
                            key,
                            number,
                            java.time.Duration.ofNanos(process.nanos() - begunAt),
                            answered)))
            .map(answer -> new TaskId(answer.getTaskId()))
            .ifPresent(taskId -> promised(taskId, key, at, operation));
      }
    }

    /** Draws an ordering key, often empty: only every second world has keys. */
    private String orderingKey() {
      return plan.hasKeys() && random.nextBoolean() ? "k" + random.nextInt(Operation.KEYS) : "";
    }

    private void promised(TaskId id, String key, Instant at, Operation operation) {
      known.add(id);
      if (busy > 0) {
        owners.put(id, this);
      }
      if (operation.kind() == Operation.Kind.RUN_ON) {
        endless.add(id);
      }
      log.promised(new Promise(log.now(), id, key, at));
    }

    private void changeMind() {
      if (!known.isEmpty()) {
        changeMind(random.nextBoolean() ? anyKnown() : anyRecent());
      }
    }

    private void changeMind(TaskId chosen) {
      var taskId = chosen.value();
      switch (random.nextInt(16)) {
        case 0, 1 -> cancel(chosen);
        case 2 -> reschedule(chosen);
        case 3 -> runNow(chosen);
        case 4 -> {
          var request =
              RedriveTasksRequest.newBuilder().setLambda(anyLambda()).addTaskIds(taskId).build();
          var ignored = caller.untilAnswered(tasks, it -> it.redriveTasks(request));
        }
        case 5 -> gate(Gate.State.PAUSED);
        case 6 -> gate(Gate.State.OPEN);
        case 7 -> {
          if (random.nextInt(3) == 0) {
            gate(Gate.State.DROPPING);
          }
        }
        case 8, 9 -> kill(chosen);
        default -> {
          if (plan.holdsKeys()) {
            checkKeys(anyLambda());
          }
        }
      }
    }

    private void interfere(TaskId taskId) {
      switch (random.nextInt(4)) {
        case 0 -> cancel(taskId);
        case 1 -> reschedule(taskId);
        case 2 -> kill(taskId);
        default -> runNow(taskId);
      }
    }

    private void reschedule(TaskId taskId) {
      var at = process.instant().plusMillis(random.nextLong(20_000));
      var request =
          RescheduleTaskRequest.newBuilder()
              .setTaskId(taskId.value())
              .setScheduledAt(ProtoTimes.proto(at))
              .build();
      var ignored = caller.untilAnswered(tasks, it -> it.rescheduleTask(request));
    }

    private void runNow(TaskId taskId) {
      var request = RunTaskNowRequest.newBuilder().setTaskId(taskId.value()).build();
      var ignored = caller.untilAnswered(tasks, it -> it.runTaskNow(request));
    }

    private void cancel(TaskId taskId) {
      var request = CancelTaskRequest.newBuilder().setTaskId(taskId.value()).build();
      var ignored = caller.untilAnswered(tasks, it -> it.cancelTask(request));
    }

    private void kill(TaskId taskId) {
      var request = KillAttemptRequest.newBuilder().setTaskId(taskId.value()).build();
      var ignored = caller.untilAnswered(tasks, it -> it.killAttempt(request));
    }

    private TaskId anyKnown() {
      return known.get(random.nextInt(known.size()));
    }

    /** Returns a recent task, which has most likely not ended yet. */
    private TaskId anyRecent() {
      return known.get(known.size() - 1 - random.nextInt(Math.min(5, known.size())));
    }

    private void gate(Gate.State state) {
      var lambda = anyLambda();
      var collection = random.nextBoolean() ? "c" + random.nextInt(2) : "";
      gate(state, lambda, collection, GATE_CLOSED_MAX);
    }

    /** Closes the gate of a collection, mostly until after the next attempt of its failed task. */
    private void closeGate(TaskHeader failed, Gate.State state) {
      gate(
          state,
          failed.lambda().value(),
          Objects.requireNonNull(failed.collection()).value(),
          GATE_CLOSED_MAX.multipliedBy(3));
    }

    private void gate(
        Gate.State state, String lambda, String collection, java.time.Duration closedMax) {
      var request =
          SetGateRequest.newBuilder()
              .setLambda(lambda)
              .setCollection(collection)
              .setState(state)
              .setReason("to see what happens")
              .setBy(process.name());
      if (state != Gate.State.OPEN) {
        var until = process.instant().plusMillis(1_000 + random.nextLong(closedMax.toMillis()));
        request.setUntil(ProtoTimes.proto(until));
      }
      var ignored = caller.untilAnswered(lambdas, it -> it.setGate(request.build()));
    }

    private String anyLambda() {
      var names = Fleet.lambdaNames(plan);
      return names.get(random.nextInt(names.size()));
    }
  }

  private Operation operation() {
    long millis =
        random.nextInt(plan.isLong() ? 2 : 4) == 0
            ? random.nextLong(60_000)
            : random.nextLong(2_000);
    int failures = random.nextInt(3);
    return switch (random.nextInt(14)) {
      case 0, 1 -> new Operation(Operation.Kind.FAIL_RETRIABLY, millis, failures);
      case 2 -> new Operation(Operation.Kind.FAIL_FATALLY, millis, 0);
      case 3 -> new Operation(Operation.Kind.POISON, millis, 0);
      case 6 -> new Operation(Operation.Kind.RUN_ON, millis, 0);
      case 4, 5 -> new Operation(Operation.Kind.IGNORE_EVERYTHING, millis, failures);
      case 7 -> new Operation(Operation.Kind.NOT_NOW, millis, 1 + failures);
      default -> new Operation(Operation.Kind.SUCCEED, millis, 0);
    };
  }
}
