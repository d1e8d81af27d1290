package dev.atf.storeconsumer.plans;

import static dev.atf.storeconsumer.ConsumerRig.LAMBDA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.Canary;
import dev.atf.model.lambda.GateState;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transitions;
import dev.atf.plans.periodic.Fire;
import dev.atf.plans.periodic.PeriodicDecision;
import dev.atf.plans.periodic.PeriodicState;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.runtime.loop.Pool;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.StoredPeriodic;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.release.PollSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests canaries of a lambda, and a consumer that creates and judges them, in memory. */
final class CanarySupervisorTest {
  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final PollSettings POLL =
      new PollSettings(
          Duration.ofSeconds(2),
          Duration.ofMillis(2_500),
          500,
          Duration.ofSeconds(10),
          Duration.ofMillis(250));

  private final ConsumerRig rig = new ConsumerRig();
  private final Instant start = rig.now();
  private final ConsumerRig.Consumer consumer = rig.consumer("a");
  private final PeriodicTask task =
      PeriodicTask.ofCanaries(
          LAMBDA,
          new Priority("high"),
          new Canary(EVERY, DEADLINE, Payload.EMPTY),
          TaskId.ofText("contents"));
  private final List<Instant> fires =
      task.fireTimes().preview(start, 100).stream().map(Fire::at).toList();
  private final PlanPoll poll =
      new PlanPoll(
          new OwnedPlans(consumer.directory, consumer.membership),
          rig.plans,
          Set.of(
              new PeriodicSupervisor(
                  rig.plans,
                  consumer.planTasks(rig.store),
                  rig.store,
                  consumer.directory,
                  POLL,
                  new PlanMetrics(consumer.metrics),
                  consumer.leaseExpiry,
                  rig.clock)),
          POLL,
          new PlanPool(Pool.direct()),
          rig.clock,
          rig.clock,
          new PlanMetrics(consumer.metrics));

  @BeforeEach
  void create() {
    var state = PeriodicState.from(start);
    var fresh = Plan.fresh(task.planId(), PlanKind.PERIODIC, LAMBDA, task.name().value(), 1, start);
    var alarmAt = PeriodicDecision.alarm(task, state, PeriodicDecision.LEAD, start);
    assertThat(rig.plans.put(new StoredPeriodic(task, state).first(fresh, alarmAt)))
        .isInstanceOf(PlanResult.Written.class);
  }

  @Test
  void aCanaryIsMadeInTimeAndKnownByItsOrigin() {
    turnUntil(fires.get(0).plusSeconds(3));

    var header = canary(0).header();
    assertThat(header.isCanary()).isTrue();
    assertThat(header.origin())
        .isEqualTo(
            new Origin(
                Origin.CANARY,
                task.planId().value(),
                Fire.member(fires.get(0)),
                TaskId.ofText("contents")));
    assertThat(header.priority()).isEqualTo(new Priority("high"));
    assertThat(header.scheduledAt()).isBetween(fires.get(0), fires.get(0).plusSeconds(3));
    assertThat(header.deadline()).isEqualTo(header.scheduledAt().plus(DEADLINE));
    assertThat(header.keepUntil())
        .isBefore(header.deadline().plus(Duration.ofDays(1)).plusSeconds(1));
    assertThat(consumer.count("atf.consumer.periodic.fires")).isZero();
    assertThat(consumer.metrics.find("atf.canary.failures").counter()).isNotNull();
    assertThat(failures()).isZero();
  }

  @Test
  void theDelayOfOneThatSucceedsIsRecorded() {
    turnUntil(fires.get(0).plusSeconds(3));
    var canary = canary(0);
    rig.clock.advanceTo(canary.header().scheduledAt().plusSeconds(7));

    succeed(canary);
    turnUntil(fires.get(1).plusSeconds(3));

    assertThat(failures()).isZero();
    var timer = consumer.metrics.find("atf.canary.start.delay").tag("lambda", "resize").timer();
    assertThat(timer).isNotNull();
    assertThat(timer.count()).isEqualTo(1);
    assertThat(timer.totalTime(TimeUnit.SECONDS)).isEqualTo(7);
    assertThat(canary(1).status()).isEqualTo(TaskStatus.NEW);
  }

  @Test
  @Tag("P9")
  void oneThatNobodyRunsFailsOnceAtItsDeadline() {
    turnUntil(fires.get(0).plus(DEADLINE).minusSeconds(4));
    assertThat(failures()).isZero();

    turnUntil(fires.get(1).minusSeconds(3));
    assertThat(failures()).isEqualTo(1);

    turnUntil(fires.get(4).minusSeconds(3));
    assertThat(failures()).isEqualTo(4);
  }

  @Test
  void oneThatFailsForGoodIsCounted() {
    turnUntil(fires.get(0).plusSeconds(3));
    var attempt = claim(canary(0));
    rig.must(
        Transitions.failFatally(
            attempt,
            LAMBDA,
            1,
            Outcome.failure("", FrameworkFailure.HANDLER_THREW.because("no disk")),
            Ending.at(rig.now(), rig.lambda()),
            Notes.NONE));

    turnUntil(fires.get(1).minusSeconds(3));

    assertThat(failures()).isEqualTo(1);
    assertThat(dead()).as("dead letters of the lambda").isZero();
  }

  @Test
  void oneThatIsCancelledTellsNothing() {
    turnUntil(fires.get(0).plusSeconds(3));
    rig.must(
        ClientTransitions.cancel(
            canary(0).taskId(),
            Outcome.failure("", FrameworkFailure.CANCELLED.because("by hand")),
            Ending.at(rig.now(), rig.lambda())));

    turnUntil(fires.get(1).plusSeconds(3));

    assertThat(failures()).isZero();
    assertThat(canary(1).status()).isEqualTo(TaskStatus.NEW);
  }

  @Test
  @Tag("P9")
  void afterAnOutageOneHasFailedAndOneIsCreated() {
    turnUntil(fires.get(0).plusSeconds(3));
    rig.clock.advanceTo(fires.get(60).plusSeconds(30));

    turnUntil(rig.now().plusSeconds(10));

    assertThat(failures()).isEqualTo(1);
    var created =
        fires.subList(1, 62).stream().filter(fire -> rig.store.find(id(fire)).isPresent()).toList();
    assertThat(created).hasSize(1);
    assertThat(rig.task(id(created.get(0))).header().scheduledAt())
        .as("its delay does not tell of the outage")
        .isAfter(fires.get(60).plusSeconds(29));
  }

  @Test
  @Tag("P9")
  void whileTheLambdaIsPausedNoneIsMadeAndNoneFails() {
    turnUntil(fires.get(0).plusSeconds(3));
    gate(GateState.PAUSED);

    turnUntil(fires.get(5).plusSeconds(3));

    assertThat(failures()).isZero();
    for (int number = 1; number <= 5; number++) {
      assertThat(rig.store.find(id(fires.get(number)))).isEmpty();
    }
    gate(GateState.OPEN);
    turnUntil(fires.get(6).plusSeconds(3));
    assertThat(canary(6).status()).isEqualTo(TaskStatus.NEW);
    assertThat(rig.store.find(id(fires.get(5)))).as("no burst").isEmpty();
  }

  @Test
  void oneThatAPauseDelaysTellsNothing() {
    turnUntil(fires.get(0).plusSeconds(3));
    gate(GateState.PAUSED);
    rig.clock.advance(Duration.ofSeconds(5));
    gate(GateState.OPEN);

    turnUntil(fires.get(1).plusSeconds(3));
    assertThat(failures()).isZero();

    turnUntil(fires.get(2).minusSeconds(3));
    assertThat(failures()).as("the next one waits for no gate").isEqualTo(1);
  }

  @Test
  @Tag("P9")
  void oneThatIsGivenUpIsNoDeadLetterOfItsLambda() {
    turnUntil(fires.get(0).plusSeconds(3));
    consumer.work();
    while (!canary(0).status().finished()) {
      rig.clock.advance(Duration.ofSeconds(2));
      consumer.learn();
      consumer.work();
    }

    assertThat(canary(0).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(dead()).isZero();
    assertThat(
            consumer.metrics.find("atf.consumer.alarm.applied").tag("event", "give_up").counters())
        .allMatch(counter -> counter.count() == 0);
  }

  private long dead() {
    return rig.lambda().finishedPartitions(Alarm.DEAD).stream()
        .mapToLong(list -> rig.store.count(list, 10))
        .sum();
  }

  private void gate(GateState state) {
    rig.gate(null, state, null);
    consumer.learn();
  }

  private double failures() {
    return consumer.count("atf.canary.failures");
  }

  private TaskId id(Instant fire) {
    return task.planId().task(Fire.member(fire));
  }

  private Association canary(int number) {
    return rig.task(id(fires.get(number)));
  }

  private Attempt claim(Association canary) {
    var id = canary.taskId();
    rig.must(
        Transitions.release(
            id, 0, Optional.ofNullable(canary.trigger()).orElseThrow().at(), rig.now(), rig.now()));
    return rig.claim(id);
  }

  private void succeed(Association canary) {
    rig.must(
        Transitions.succeed(
            claim(canary),
            LAMBDA,
            Outcome.success("", Payload.EMPTY),
            Ending.at(rig.now(), rig.lambda()),
            Notes.NONE));
  }

  private void turnUntil(Instant until) {
    while (rig.now().isBefore(until)) {
      var wait = poll.turn();
      rig.clock.advance(wait.isZero() ? Duration.ofMillis(1) : wait);
    }
    poll.turn();
  }
}
