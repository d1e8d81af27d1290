package dev.atf.storeconsumer.plans;

import static dev.atf.storeconsumer.ConsumerRig.LAMBDA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.FrameworkFailure;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Outcome;
import dev.atf.plans.periodic.CatchUp;
import dev.atf.plans.periodic.Fire;
import dev.atf.plans.periodic.Interval;
import dev.atf.plans.periodic.Overlap;
import dev.atf.plans.periodic.PeriodicDecision;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.periodic.PeriodicState;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.periodic.Schedule;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.runtime.loop.Pool;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.memory.plans.InMemoryPlans;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.StoredPeriodic;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.release.PollSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a periodic task of ten minutes, and consumers that check it, in memory. */
final class PeriodicSupervisorTest {
  private static final Duration STEP = Duration.ofMinutes(10);
  private static final PollSettings POLL =
      new PollSettings(
          Duration.ofSeconds(2),
          Duration.ofMillis(2_500),
          500,
          Duration.ofSeconds(10),
          Duration.ofMillis(250));

  private final ConsumerRig rig = new ConsumerRig();
  private final Instant start = rig.now();
  private final InMemoryPlans plans = new InMemoryPlans();
  private final ConsumerRig.Consumer consumer = rig.consumer("a");
  private final PlanPoll poll = poll(consumer);

  @Test
  void eachFireHasOneTaskThatIsDueAtItsTime() {
    var task = periodic(Overlap.ALLOW, CatchUp.NONE);

    turnUntil(fire(3).plusSeconds(1));

    for (int number = 1; number <= 3; number++) {
      var created = rig.task(id(task, number));
      assertThat(created.status()).isEqualTo(TaskStatus.NEW);
      assertThat(created.header().scheduledAt()).isEqualTo(fire(number));
      assertThat(created.header().createdAt()).isBeforeOrEqualTo(fire(number));
      assertThat(created.header().contents()).isEqualTo(task.contents());
    }
    assertThat(rig.store.find(id(task, 4))).isEmpty();
    assertThat(state(task).firedCount()).isEqualTo(3);
    assertThat(consumer.count("atf.consumer.periodic.fires")).isEqualTo(3);
  }

  @Test
  void aFireOfEveryPolicyIsReleasedAtItsMillisecond() {
    for (var overlap : Overlap.values()) {
      var task = periodic(overlap, CatchUp.NONE);
      var poll = poll(consumer);
      while (rig.now().isBefore(fire(1))) {
        var left = Duration.between(rig.now(), fire(1));
        var wait = poll.turn();
        consumer.duePoll.turn();
        rig.clock.advance(wait.compareTo(left) < 0 ? wait : left);
      }

      poll.turn();
      consumer.releaseAll();

      assertThat(rig.task(id(task, 1)).status()).as(overlap.name()).isEqualTo(TaskStatus.ENQUEUED);
      plans.delete(plan(task));
      rig.clock.advanceTo(start);
    }
  }

  @Test
  @Tag("P1")
  void twoConsumersThatSeeOneFireMakeOneTask() {
    for (var overlap : Overlap.values()) {
      var task = periodic(overlap, CatchUp.NONE);
      var seen = plan(task);
      rig.clock.advanceTo(fire(1));

      var one = supervisor(rig.consumer("a")).check(seen, rig.now());
      var other = supervisor(rig.consumer("b")).check(seen, rig.now());

      assertThat(one.plan()).isPresent();
      assertThat(other.plan()).isEmpty();
      assertThat(rig.store.find(id(task, 1))).isPresent();
      assertThat(state(task).firedCount()).isEqualTo(1);
      plans.delete(plan(task));
      rig.clock.advanceTo(start);
    }
  }

  @Test
  @Tag("P1")
  void nextSupervisorTakesOverAfterTheTaskWasCreated() {
    var task = periodic(Overlap.ALLOW, CatchUp.NONE);
    var seen = plan(task);
    rig.clock.advanceTo(fire(1));
    var dies = new DyingAssociations(rig.store, true);

    assertThatThrownBy(() -> supervisor(consumer, dies).check(seen, rig.now()))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(state(task).firedCount()).isZero();
    turnUntil(fire(1).plusSeconds(4));

    assertThat(rig.store.find(id(task, 1))).isPresent();
    assertThat(state(task).firedCount()).isEqualTo(1);
  }

  @Test
  @Tag("P1")
  void nextSupervisorCreatesDecidedTasks() {
    var task = periodic(Overlap.SKIP, CatchUp.NONE);
    var seen = plan(task);
    rig.clock.advanceTo(fire(1));
    var dies = new DyingAssociations(rig.store, false);

    assertThatThrownBy(() -> supervisor(consumer, dies).check(seen, rig.now()))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(rig.store.find(id(task, 1))).isEmpty();
    assertThat(state(task).pending()).containsExactly(fire(1));
    rig.clock.advanceTo(fire(2).minusSeconds(5));
    turnUntil(fire(2).minusSeconds(1));

    assertThat(rig.store.find(id(task, 1))).as("long after its grace").isPresent();
    assertThat(state(task).pending()).isEmpty();
    assertThat(state(task).missedCount()).isZero();
  }

  @Test
  @Tag("P3")
  void staleSupervisorStartsNoOverlappingFire() {
    var task = periodic(Overlap.SKIP, CatchUp.NONE);
    turnUntil(fire(1).plusSeconds(2));
    var seen = plan(task);
    rig.clock.advanceTo(fire(2));
    supervisor(consumer).check(seen, rig.now());
    end(id(task, 1));

    supervisor(rig.consumer("b")).check(seen, rig.now());

    assertThat(rig.store.find(id(task, 2))).isEmpty();
    assertThat(state(task).skippedCount()).isEqualTo(1);
  }

  @Test
  @Tag("P3")
  void aFireWaitsUntilTheTaskBeforeItHasEnded() {
    var task = periodic(Overlap.QUEUE_ONE, CatchUp.NONE);
    turnUntil(fire(3).minusSeconds(60));
    assertThat(rig.store.find(id(task, 2))).isEmpty();
    assertThat(state(task).queued()).isEqualTo(fire(2));

    end(id(task, 1));
    turnUntil(rig.now().plus(Supervision.RAREST).plusSeconds(4));

    assertThat(rig.task(id(task, 2)).header().scheduledAt()).isEqualTo(fire(2));
    assertThat(state(task).queued()).isNull();
  }

  @Test
  void afterAnOutageTheLatestIsMadeUpForAndHasItsWholeLifetime() {
    var task = periodic(Overlap.SKIP, CatchUp.LATEST);
    rig.clock.advanceTo(fire(5).plusSeconds(300));
    turnUntil(rig.now().plusSeconds(4));

    assertThat(rig.store.find(id(task, 4))).isEmpty();
    var created = rig.task(id(task, 5)).header();
    assertThat(created.scheduledAt()).isEqualTo(fire(5));
    assertThat(created.deadline()).isEqualTo(fire(5).plusSeconds(300).plus(task.lifetime()));
    assertThat(state(task).missedCount()).isEqualTo(4);
  }

  @Test
  void aPausedTaskRestsAndNothingFires() {
    var task = periodic(Overlap.ALLOW, CatchUp.all(10));
    var plan = plan(task);
    var paused = new StoredPeriodic(task, StoredPeriodic.of(plan).state().pause());
    put(paused.next(plan, null));

    turnUntil(fire(2));

    assertThat(rig.store.find(id(task, 1))).isEmpty();
  }

  @Test
  void aLambdaThatIsBeingDeletedGetsNoTasks() {
    var task = periodic(Overlap.ALLOW, CatchUp.NONE);
    rig.register(rig.lambda().withClosedAt(rig.now()));
    consumer.learn();

    turnUntil(fire(1).plusSeconds(10));

    assertThat(rig.store.find(id(task, 1))).isEmpty();
  }

  @Test
  @Tag("P7")
  void aFireCostsOneWriteOfTheRowWhereItMayOverlapAndTwoWhereNot() {
    var free = plan(periodic(Overlap.ALLOW, CatchUp.NONE));
    rig.clock.advanceTo(fire(1));
    assertThat(supervisor(consumer).check(free, rig.now()).plan().orElseThrow().version())
        .isEqualTo(free.version() + 1);
    plans.delete(plans.find(free.id()).orElseThrow());
    rig.clock.advanceTo(start);

    var guarded = plan(periodic(Overlap.SKIP, CatchUp.NONE));
    rig.clock.advanceTo(fire(1));
    assertThat(supervisor(consumer).check(guarded, rig.now()).plan().orElseThrow().version())
        .isEqualTo(guarded.version() + 2);
  }

  @Test
  void nothingIsLeftPendingInAStory() {
    var task = periodic(Overlap.SKIP, CatchUp.NONE);
    turnUntil(fire(2));

    assertThat(state(task).pending()).isEqualTo(List.of());
  }

  private Instant fire(int number) {
    return start.plus(STEP.multipliedBy(number));
  }

  private TaskId id(PeriodicTask task, int number) {
    return task.planId().task(Fire.member(fire(number)));
  }

  private PeriodicTask periodic(Overlap overlap, CatchUp catchUp) {
    var task =
        new PeriodicTask(
            LAMBDA,
            new PeriodicName(overlap.name()),
            new Priority("normal"),
            null,
            Schedule.of(new Interval(STEP, start)),
            overlap,
            catchUp,
            TaskId.ofText("contents"),
            Duration.ofMinutes(1),
            1);
    var state = PeriodicState.from(start);
    var alarmAt = PeriodicDecision.alarm(task, state, PeriodicDecision.LEAD, start);
    var fresh = Plan.fresh(task.planId(), PlanKind.PERIODIC, LAMBDA, task.name().value(), 1, start);
    put(new StoredPeriodic(task, state).first(fresh, alarmAt));
    return task;
  }

  private void put(Plan plan) {
    assertThat(plans.put(plan)).isInstanceOf(PlanResult.Written.class);
  }

  private Plan plan(PeriodicTask task) {
    return plans.find(task.planId()).orElseThrow();
  }

  private PeriodicState state(PeriodicTask task) {
    return StoredPeriodic.of(plan(task)).state();
  }

  private void end(TaskId id) {
    rig.must(
        ClientTransitions.cancel(
            id,
            Outcome.failure("", FrameworkFailure.CANCELLED.because("for the story")),
            Ending.at(rig.now(), rig.lambda())));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("F3")
  void aClockThatLeapsAheadForAMinuteCostsNoFire(Overlap overlap) {
    var task = periodic(overlap, CatchUp.NONE);
    turnUntil(fire(1).minusSeconds(30));
    // Compares the clocks in each turn.
    consumer.checkAll();

    rig.clock.jump(Duration.ofDays(30));
    turnUntil(rig.now().plusSeconds(90));
    assertThat(state(task).decidedUntil()).isEqualTo(start);
    rig.clock.jump(Duration.ofDays(-30));
    turnUntil(rig.now().plusSeconds(90));

    assertThat(rig.store.find(id(task, 1))).as("due in the doubt").isPresent();
    assertThat(state(task).missedCount()).isZero();
    end(id(task, 1));
    turnUntil(fire(2).plusSeconds(3));
    assertThat(rig.store.find(id(task, 2))).isPresent();
    assertThat(state(task).firedCount()).isEqualTo(2);
  }

  private void turnUntil(Instant until) {
    while (rig.now().isBefore(until)) {
      var wait = poll.turn();
      rig.clock.advance(wait.isZero() ? Duration.ofMillis(1) : wait);
    }
    poll.turn();
  }

  private PlanPoll poll(ConsumerRig.Consumer of) {
    return new PlanPoll(
        new OwnedPlans(of.directory, of.membership),
        plans,
        Set.of(supervisor(of)),
        POLL,
        new PlanPool(Pool.direct()),
        rig.clock,
        rig.clock,
        new PlanMetrics(of.metrics));
  }

  private PeriodicSupervisor supervisor(ConsumerRig.Consumer of) {
    return supervisor(of, rig.store);
  }

  private PeriodicSupervisor supervisor(ConsumerRig.Consumer of, TaskAssociations associations) {
    return new PeriodicSupervisor(
        plans,
        of.planTasks(associations),
        associations,
        of.directory,
        POLL,
        new PlanMetrics(of.metrics),
        of.leaseExpiry,
        rig.clock);
  }

  /** A store whose caller dies as it makes a task: before that, or after. */
  private record DyingAssociations(TaskAssociations store, boolean makes)
      implements TaskAssociations {
    @Override
    public boolean create(Association association) {
      if (makes) {
        store.create(association);
      }
      throw new StoreUnavailableException("the process has died", new IllegalStateException());
    }

    @Override
    public Optional<Association> find(TaskId taskId) {
      return store.find(taskId);
    }

    @Override
    public Map<TaskId, Association> findAll(Collection<TaskId> taskIds) {
      return store.findAll(taskIds);
    }
  }
}
