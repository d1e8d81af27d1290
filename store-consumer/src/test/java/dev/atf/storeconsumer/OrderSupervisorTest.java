package dev.atf.storeconsumer;

import static dev.atf.storeconsumer.ConsumerRig.LAMBDA;
import static dev.atf.storeconsumer.ConsumerRig.NORMAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.AlarmTimes;
import dev.atf.model.Association;
import dev.atf.model.ClientTransitions;
import dev.atf.model.Ending;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.GateState;
import dev.atf.model.Notes;
import dev.atf.model.Outcome;
import dev.atf.model.TaskHeader;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.Transitions;
import dev.atf.model.order.FatalPolicy;
import dev.atf.model.order.OrderState;
import dev.atf.model.order.OrderingKey;
import dev.atf.model.order.Placing;
import dev.atf.model.order.Turn;
import dev.atf.model.order.TurnDecision;
import dev.atf.model.plan.Plan;
import dev.atf.model.plan.PlanKind;
import dev.atf.runtime.Pool;
import dev.atf.store.memory.InMemoryPlans;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How the turn of an ordering key goes from one task to the next. */
final class OrderSupervisorTest {
  private static final OrderingKey KEY = new OrderingKey("account-7");
  private static final int QUEUE_DEPTH_MAX = 100;

  private final ConsumerRig rig = new ConsumerRig();
  private final InMemoryPlans plans = new InMemoryPlans();
  private final Random random = new Random(3);
  private final ConsumerRig.Consumer consumer = rig.consumer("a");
  private final PlanPoll poll = poll(consumer);

  @Test
  void theNextTaskIsReadyAndPushedSoonAfterTheOneBeforeItHasEnded() {
    var first = schedule();
    var second = schedule();
    work();
    assertThat(rig.task(second).waits()).isTrue();
    var attempt = rig.claim(first);

    succeed(attempt);
    rig.clock.advance(Duration.ofSeconds(5));
    poll.turn();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(rig.sender.pushed).contains(rig.task(second).ref());
    assertThat(state().isHeldBy(second)).isTrue();
  }

  @Test
  void tasksOfAKeyRunOneAfterTheOtherInTheirOrder() {
    var tasks = new TaskId[] {schedule(), schedule(), schedule(), schedule()};

    for (int i = 0; i < tasks.length; i++) {
      work();
      for (int j = i + 1; j < tasks.length; j++) {
        assertThat(rig.task(tasks[j]).waits()).isTrue();
      }
      succeed(rig.claim(tasks[i]));
      rig.clock.advance(Duration.ofSeconds(31));
    }
    work();

    assertThat(row().alarmAt()).isNull();
    assertThat(row().listed()).isFalse();
    assertThat(state().waiting()).isFalse();
    assertThat(OrderState.FRESH.holder()).isEqualTo(state().holder());
  }

  @Test
  void aTaskThatIsNotDueWaitsForItsTime() {
    var later = schedule(rig.now().plusSeconds(60));

    work();
    assertThat(rig.task(later).waits()).isTrue();
    rig.clock.advance(Duration.ofSeconds(62));
    work();

    assertThat(rig.task(later).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void whatWasCancelledWhileItWaitedIsPassedOver() {
    var first = schedule();
    var cancelled = schedule();
    var third = schedule();
    work();
    rig.must(
        ClientTransitions.cancel(
            cancelled,
            Outcome.failure("", FrameworkFailure.CANCELLED.because("no")),
            Ending.at(rig.now(), rig.lambda())));

    succeed(rig.claim(first));
    later();

    assertThat(rig.task(third).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void aScheduleThatDiedBeforeItsLastWriteIsFinished() {
    var dead = header(rig.now());
    var row = take(dead);
    assertThat(row.alarmAt()).isNull();
    var second = schedule();

    work();

    assertThat(rig.task(dead.taskId()).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(rig.task(second).waits()).isTrue();
  }

  @Test
  void aHolderThatWasNeverWrittenAndIsPastItsDeadlineIsFenced() {
    var dead = header(rig.now());
    take(dead);
    var second = schedule(rig.now().plus(Duration.ofDays(31)));

    rig.clock.advance(Duration.ofDays(31).plusSeconds(2));
    work();

    assertThat(rig.task(dead.taskId()).status()).isEqualTo(TaskStatus.CANCELLED);
    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void aFatalFailureLetsTheKeyGoOnUnlessItsLambdaHoldsIt() {
    var first = schedule();
    var second = schedule();
    work();
    fail(first);

    later();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void aLambdaThatWasJustToldToHoldItsKeysHoldsThem() {
    var first = schedule();
    var second = schedule();
    work();
    // No consumer has noticed it yet.
    rig.register(rig.lambda().withOnFatal(FatalPolicy.HOLD));
    fail(first);
    later();

    assertThat(rig.task(second).waits()).isTrue();
    assertThat(state().heldAt()).isPresent();
  }

  @Test
  void aHeldKeyWaitsForAnOperatorWhoSkips() {
    hold();
    var first = schedule();
    var second = schedule();
    work();
    fail(first);
    later();

    assertThat(rig.task(second).waits()).isTrue();
    assertThat(state().heldAt()).isPresent();
    plans.put(TurnDecision.skipped(row(), rig.now()));
    later();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(rig.task(first).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
  }

  @Test
  void aHeldKeyWaitsForAnOperatorWhoRetries() {
    hold();
    var first = schedule();
    var second = schedule();
    work();
    fail(first);
    later();

    var retry = new OrderState.Retry(rig.task(first).epoch(), rig.now().plus(Duration.ofDays(1)));
    plans.put(TurnDecision.retried(row(), retry, rig.now()));
    later();
    consumer.work();
    assertThat(rig.task(first).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(rig.task(second).waits()).isTrue();
    succeed(rig.claim(first));
    later();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void behindAClosedGateItsTurnPutsATaskAmongWhatIsDue() {
    var first = schedule();
    var second = schedule();
    work();
    succeed(rig.claim(first));
    rig.gate(null, GateState.PAUSED, null);
    consumer.learn();

    later();

    var task = rig.task(second);
    assertThat(task.status()).isEqualTo(TaskStatus.NEW);
    assertThat(Optional.ofNullable(task.trigger()).orElseThrow().alarm()).isEqualTo(Alarm.DUE);
    later();
    assertThat(rig.task(second)).isEqualTo(task);
  }

  @Test
  void whoWaitsBeyondItsDeadlineBehindAHeldKeyIsGivenUp() {
    hold();
    var first = schedule();
    var second = schedule();
    work();
    fail(first);
    later();

    rig.clock.advance(Duration.ofDays(30));
    poll.turn();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(state().isHeldBy(first)).isTrue();
  }

  @Test
  void twoConsumersPassATurnOnce() {
    var first = schedule();
    var second = schedule();
    var third = schedule();
    var other = poll(rig.consumer("b"));
    work();
    succeed(rig.claim(first));

    rig.clock.advance(Duration.ofSeconds(31));
    poll.turn();
    other.turn();
    poll.turn();

    assertThat(rig.task(second).epoch()).isEqualTo(1);
    assertThat(rig.task(third).waits()).isTrue();
  }

  @Test
  void turnsThatArePassedTogetherArePushedTogether() {
    var keys = IntStream.range(0, 25).mapToObj(i -> new OrderingKey("k" + i)).toList();
    var firsts = keys.stream().map(key -> schedule(key, rig.now())).toList();
    var seconds = keys.stream().map(key -> schedule(key, rig.now())).toList();
    work();
    firsts.forEach(first -> succeed(rig.claim(first)));
    rig.sender.drain();
    int before = rig.sender.requests;

    later();

    assertThat(seconds).allMatch(second -> rig.task(second).status() == TaskStatus.ENQUEUED);
    assertThat(rig.sender.pushed)
        .containsAll(seconds.stream().map(second -> rig.task(second).ref()).toList());
    assertThat(rig.sender.requests - before).isEqualTo(3);
  }

  @Test
  void whatAQueueHasNoRoomForIsNotPushedBesideTheOthers() {
    var keys =
        IntStream.range(0, QUEUE_DEPTH_MAX + 10).mapToObj(i -> new OrderingKey("k" + i)).toList();
    for (var key : keys) {
      var first = schedule(key, rig.now());
      schedule(key, rig.now());
      rig.must(
          ClientTransitions.cancel(
              first,
              Outcome.failure("", FrameworkFailure.CANCELLED.because("no")),
              Ending.at(rig.now(), rig.lambda())));
    }

    later();

    assertThat(rig.sender.pushed).hasSize(QUEUE_DEPTH_MAX);

    assertThat(rig.sender.depths.values()).allMatch(depth -> depth <= QUEUE_DEPTH_MAX);
  }

  @Test
  void anOutcomeIsSeenBeforeAQuarterOfTheTimeThatItTookIsOver() {
    var first = schedule();
    var second = schedule();
    work();
    var attempt = rig.claim(first);
    var took = Duration.ofSeconds(20);
    var end = rig.now().plus(took);
    while (rig.now().isBefore(end)) {
      rig.clock.advance(Duration.ofMillis(100));
      poll.turn();
    }
    succeed(attempt);

    rig.clock.advance(took.dividedBy(4));
    poll.turn();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  private PlanPoll poll(ConsumerRig.Consumer of) {
    var meters = new ConsumerMetrics(of.metrics, of.lookAhead);
    var settings =
        new PollSettings(
            Duration.ofSeconds(2), Duration.ofMillis(2_500), 100, Duration.ofSeconds(5));
    var room =
        new QueueRoom(
            rig.sender,
            new QueueRoom.Settings(
                QUEUE_DEPTH_MAX, 100, Duration.ofSeconds(1), Duration.ofSeconds(1)));
    var times =
        new AlarmTimes(
            ConsumerRig.ENQUEUE_TIMEOUT,
            4,
            Duration.ZERO,
            Duration.ofMillis(500),
            Duration.ofSeconds(2));
    var tasks =
        new PlanTasks(
            rig.store,
            of.lookAhead,
            of.directory,
            room,
            new DispatchRates(of.directory, of.shards, settings),
            settings);
    var turns =
        new TurnRelease(
            rig.store,
            of.directory,
            room,
            new Pusher(rig.sender, rig.store, room, times, random, meters),
            tasks,
            of.drainRates,
            times,
            random,
            meters);
    var supervisor =
        new OrderSupervisor(
            plans,
            rig.store,
            rig.store,
            of.directory,
            turns,
            tasks,
            new OverdueWaiters(plans, rig.store, rig.store));
    return new PlanPoll(
        new OwnedPlans(of.directory, of.membership),
        plans,
        Set.of(supervisor),
        settings,
        new PlanPool(Pool.direct()),
        rig.clock,
        rig.clock,
        meters);
  }

  private void work() {
    consumer.work();
    poll.turn();
    consumer.releaseAll();
  }

  private void later() {
    rig.clock.advance(Duration.ofSeconds(31));
    poll.turn();
    poll.turn();
  }

  private void hold() {
    rig.register(rig.lambda().withOnFatal(FatalPolicy.HOLD));
    consumer.learn();
  }

  private void succeed(dev.atf.model.Attempt attempt) {
    rig.must(
        Transitions.succeed(
            attempt,
            LAMBDA,
            Outcome.success("d", new dev.atf.model.Payload(new byte[0], "")),
            Ending.at(rig.now(), rig.lambda()),
            Notes.NONE));
  }

  private void fail(TaskId taskId) {
    rig.must(
        Transitions.failFatally(
            rig.claim(taskId),
            LAMBDA,
            1,
            Outcome.failure("d", FrameworkFailure.ATTEMPTS_EXHAUSTED.because("no")),
            Ending.at(rig.now(), rig.lambda()),
            Notes.NONE));
  }

  private TaskId schedule() {
    return schedule(rig.now());
  }

  /** As a frontend does. */
  private TaskId schedule(Instant at) {
    return schedule(KEY, at);
  }

  private TaskId schedule(OrderingKey key, Instant at) {
    var header = header(key, at);
    boolean taken = place(header) instanceof Placing.Take;
    rig.store.create(taken ? Association.scheduled(header) : Association.waiting(header));
    return header.taskId();
  }

  private Plan take(TaskHeader header) {
    return ((Placing.Take) place(header)).row();
  }

  private Placing place(TaskHeader header) {
    var key = new OrderingKey(Optional.ofNullable(header.origin()).orElseThrow().member());
    var found = plans.find(key.plan(LAMBDA));
    var row =
        found.orElseGet(
            () -> Plan.fresh(key.plan(LAMBDA), PlanKind.ORDER, LAMBDA, key.value(), 1, rig.now()));
    var state = OrderState.of(row);
    var holder = state.holder().flatMap(member -> rig.store.find(member.taskId()));
    var placing =
        Placing.of(
            row,
            found.isPresent(),
            Turn.of(state, holder, rig.lambda().onFatal(), rig.now()),
            header,
            Optional.empty(),
            Optional.ofNullable(header.keepUntil()).orElseThrow(),
            rig.now());
    if (placing instanceof Placing.Take take) {
      plans.put(take.row());
    } else if (placing instanceof Placing.Wait wait) {
      plans.putPart(OrderState.part(wait.row(), wait.member(), wait.member().header().deadline()));
      plans.put(wait.row());
    }
    return placing;
  }

  private TaskHeader header(Instant at) {
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
        OrderState.origin(taskId, LAMBDA, key));
  }

  private Plan row() {
    return plans.find(KEY.plan(LAMBDA)).orElseThrow();
  }

  private OrderState state() {
    return OrderState.of(row());
  }
}
