package dev.atf.storeconsumer.plans;

import static dev.atf.storeconsumer.ConsumerRig.LAMBDA;
import static dev.atf.storeconsumer.ConsumerRig.NORMAL;

import dev.atf.model.AlarmTimes;
import dev.atf.model.Attempt;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.FatalPolicy;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.Association;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transitions;
import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.order.OrderState;
import dev.atf.plans.order.Placing;
import dev.atf.plans.order.Turn;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.runtime.loop.Pool;
import dev.atf.store.memory.plans.InMemoryPlans;
import dev.atf.store.plans.OrderCodec;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.release.PollSettings;
import dev.atf.storeconsumer.release.QueueCapacity;
import dev.atf.storeconsumer.release.Releaser;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A consumer that checks ordering keys and conditions, and tasks of keys as a frontend creates
 * them.
 */
final class OrderRig {
  private static final OrderingKey KEY = new OrderingKey("account-7");
  static final int QUEUE_DEPTH_MAX = 100;

  final ConsumerRig rig = new ConsumerRig();
  final InMemoryPlans plans = rig.plans;
  private final Random random = new Random(3);
  final ConsumerRig.Consumer consumer;
  final OwnedPlans owned;
  final PlanPoll poll;

  OrderRig() {
    rig.queueDepthMax = QUEUE_DEPTH_MAX;
    consumer = rig.consumer("a");
    owned = new OwnedPlans(consumer.directory, consumer.membership);
    poll = poll(consumer, owned);
  }

  PlanPoll poll(ConsumerRig.Consumer of) {
    return poll(of, new OwnedPlans(of.directory, of.membership));
  }

  PlanPoll poll(ConsumerRig.Consumer of, OwnedPlans owned) {
    var meters = new ConsumerMetrics(of.metrics);
    var settings =
        new PollSettings(
            Duration.ofSeconds(2),
            Duration.ofMillis(2_500),
            100,
            Duration.ofSeconds(5),
            Duration.ofMillis(250));
    var room =
        new QueueCapacity(
            rig.sender,
            new QueueCapacity.Settings(
                QUEUE_DEPTH_MAX, 100, Duration.ofSeconds(1), Duration.ofSeconds(1)),
            queue -> 1);
    var times =
        new AlarmTimes(
            ConsumerRig.ENQUEUE_TIMEOUT,
            4,
            Duration.ZERO,
            Duration.ofMillis(500),
            Duration.ofSeconds(2));
    var tasks = of.planTasks(rig.store);
    var turns =
        new TurnRelease(
            new Releaser(rig.store, rig.sender, room, of.drainRates, times, random, meters),
            of.directory,
            room,
            of.hints);
    var pool = new PlanPool(Pool.direct());
    var conditions =
        new ConditionSupervisor(
            plans,
            rig.store,
            of.directory,
            tasks,
            turns,
            pool,
            new ConditionGauges(plans, of.metrics, rig.clock));
    var supervisor =
        new OrderSupervisor(
            plans,
            rig.store,
            rig.store,
            of.directory,
            turns,
            tasks,
            of.hints,
            new OverdueWaiters(
                plans, rig.store, rig.store, of.directory, of.leaseExpiry, of.hints, meters),
            of.leaseExpiry);
    return new PlanPoll(
        owned,
        plans,
        Set.of(supervisor, conditions),
        settings,
        pool,
        rig.clock,
        rig.clock,
        new PlanMetrics(of.metrics));
  }

  /** Polls tasks and plans, and releases what they gave. */
  void work() {
    consumer.work();
    poll.turn();
    consumer.releaseAll();
  }

  /** Checks again when postponed checks are due. */
  void later() {
    rig.clock.advance(Duration.ofSeconds(31));
    poll.turn();
    poll.turn();
  }

  /** Configures the lambda to hold the key of a task that fails permanently. */
  void hold() {
    rig.register(rig.lambda().withOnFatal(FatalPolicy.HOLD));
    consumer.learn();
  }

  void succeed(Attempt attempt) {
    rig.must(
        Transitions.succeed(
            attempt,
            LAMBDA,
            Outcome.success("d", new Payload(new byte[0], "")),
            Ending.at(rig.now(), rig.lambda()),
            Notes.NONE));
  }

  /** Sends a consumer the hint, as an HSC does, that the task has ended. */
  void hint(OwnedPlans of, TaskId taskId) {
    of.hints().add(PlanHint.ofEnd(rig.task(taskId).header()).orElseThrow());
  }

  void fail(TaskId taskId) {
    rig.must(
        Transitions.failFatally(
            rig.claim(taskId),
            LAMBDA,
            1,
            Outcome.failure("d", FrameworkFailure.ATTEMPTS_EXHAUSTED.because("no")),
            Ending.at(rig.now(), rig.lambda()),
            Notes.NONE));
  }

  TaskId schedule() {
    return schedule(rig.now());
  }

  /** Schedules a task as a frontend does. */
  TaskId schedule(Instant at) {
    return schedule(KEY, at);
  }

  TaskId schedule(OrderingKey key, Instant at) {
    var header = header(key, at);
    boolean taken = place(header) instanceof Placing.Take;
    rig.store.create(taken ? Association.scheduled(header) : Association.waiting(header));
    return header.taskId();
  }

  /** Takes the turn as a frontend that dies before it writes the task. */
  Plan take(TaskHeader header) {
    return OrderCodec.write(((Placing.Take) place(header)).row());
  }

  private Placing place(TaskHeader header) {
    var key = new OrderingKey(Optional.ofNullable(header.origin()).orElseThrow().member());
    var found = plans.find(PlanId.of(LAMBDA, key));
    var row =
        found.orElseGet(
            () ->
                Plan.fresh(
                    PlanId.of(LAMBDA, key), PlanKind.ORDER, LAMBDA, key.value(), 1, rig.now()));
    var state = OrderCodec.state(row);
    var holder = state.holder().flatMap(member -> rig.store.find(member.taskId()));
    var placing =
        Placing.of(
            OrderCodec.read(row),
            found.isPresent(),
            Turn.of(state, holder, rig.lambda().onFatal(), rig.now()),
            header,
            Optional.empty(),
            Optional.ofNullable(header.keepUntil()).orElseThrow(),
            rig.now());
    if (placing instanceof Placing.Take take) {
      plans.put(OrderCodec.write(take.row()));
    } else if (placing instanceof Placing.Wait wait) {
      plans.putPart(
          OrderCodec.part(wait.row().plan(), wait.member(), wait.member().header().deadline()));
      plans.put(OrderCodec.write(wait.row()));
    }
    return placing;
  }

  TaskHeader header(Instant at) {
    return header(KEY, at);
  }

  private TaskHeader header(OrderingKey key, Instant at) {
    var taskId = TaskId.random(random);
    var deadline = at.plus(Duration.ofDays(30));
    return new TaskHeader(
        taskId,
        LAMBDA,
        NORMAL,
        null,
        0,
        rig.now(),
        at,
        deadline,
        deadline.plus(Duration.ofDays(3)),
        key.origin(taskId, LAMBDA),
        null,
        null,
        null,
        null);
  }

  Plan row() {
    return plans.find(PlanId.of(LAMBDA, KEY)).orElseThrow();
  }

  OrderState state() {
    return OrderCodec.state(row());
  }
}
