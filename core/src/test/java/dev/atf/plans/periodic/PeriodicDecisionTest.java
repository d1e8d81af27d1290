package dev.atf.plans.periodic;

import static dev.atf.plans.periodic.PeriodicDecision.FIRES_PER_CHECK_MAX;
import static dev.atf.plans.periodic.PeriodicDecision.GRACE;
import static dev.atf.plans.periodic.PeriodicDecision.LEAD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.plans.periodic.SkippedFires.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a task that fires every ten minutes from noon on, under each policy. */
final class PeriodicDecisionTest {
  private static final Instant NOON = Instant.parse("2024-06-01T12:00:00Z");
  private static final Duration STEP = Duration.ofMinutes(10);
  private static final Recurrence RECURRENCE = new Interval(STEP, NOON);

  /** The first fire after noon is due some time after its scheduled time. */
  private static final Schedule JITTERED =
      new Schedule(RECURRENCE, null, null, Duration.ofMinutes(9));

  @Test
  void aTaskThatMayOverlapIsMadeSoLongBeforeItsTime() {
    var life = new Life(Overlap.ALLOW, CatchUp.NONE);

    assertThat(life.check(fire(1).minus(LEAD).minusMillis(1))).isEmpty();
    assertThat(life.alarmAt).isEqualTo(fire(1).minus(LEAD));
    assertThat(life.check(fire(1).minus(LEAD))).containsExactly(fire(1));
    assertThat(life.alarmAt).isEqualTo(fire(2).minus(LEAD));
  }

  @Test
  void aTaskThatMayNotOverlapIsMadeAtItsTime() {
    var life = new Life(Overlap.SKIP, CatchUp.NONE);

    assertThat(life.check(fire(1).minusMillis(1))).isEmpty();
    assertThat(life.alarmAt).isEqualTo(fire(1));
    assertThat(life.check(fire(1))).containsExactly(fire(1));
    assertThat(life.alarmAt).isEqualTo(fire(2));
  }

  @Test
  void aSecondLookAtTheSameTimeMakesNothing() {
    for (var overlap : Overlap.values()) {
      var life = new Life(overlap, CatchUp.all(5));
      life.check(fire(3));
      life.lastEnded = false;

      assertThat(life.check(fire(3))).as("%s", overlap).isEmpty();
    }
  }

  @Test
  void aFireIsSkippedWhileTheOneBeforeItRuns() {
    var life = new Life(Overlap.SKIP, CatchUp.NONE);
    life.check(fire(1));

    life.lastEnded = false;
    assertThat(life.check(fire(2))).isEmpty();
    life.lastEnded = true;
    assertThat(life.check(fire(3))).containsExactly(fire(3));

    assertThat(life.state.skippedCount()).isEqualTo(1);
    assertThat(life.state.firedCount()).isEqualTo(2);
    assertThat(life.state.last()).isEqualTo(fire(3));
    assertThat(life.state.skipReason(fire(2))).contains(Reason.OVERLAP);
    assertThat(life.state.isToCome(fire(3))).isFalse();
    assertThat(life.state.isToCome(fire(4))).isTrue();
  }

  @Test
  void oneFireWaitsForTheOneBeforeItAndKeepsItsTime() {
    var life = new Life(Overlap.QUEUE_ONE, CatchUp.NONE);
    life.check(fire(1));

    life.lastEnded = false;
    assertThat(life.check(fire(2))).isEmpty();
    assertThat(life.state.queued()).isEqualTo(fire(2));
    assertThat(life.alarmAt).as("looks whether it has ended").isEqualTo(fire(2));
    assertThat(life.check(fire(3))).as("one waits already").isEmpty();
    life.lastEnded = true;
    assertThat(life.check(fire(3).plusSeconds(5))).containsExactly(fire(2));

    assertThat(life.state.queued()).isNull();
    assertThat(life.state.skippedCount()).isEqualTo(1);
    assertThat(life.alarmAt).isEqualTo(fire(4));
  }

  @Test
  void aWaitingFireGoesBeforeTheOneThatIsDue() {
    var life = new Life(Overlap.QUEUE_ONE, CatchUp.NONE);
    life.check(fire(1));
    life.lastEnded = false;
    life.check(fire(2));

    life.lastEnded = true;
    assertThat(life.check(fire(3))).containsExactly(fire(2));

    assertThat(life.state.queued()).isEqualTo(fire(3));
  }

  @Test
  void tasksThatMayOverlapDoNotAskWhatBecameOfTheOneBefore() {
    var life = new Life(Overlap.ALLOW, CatchUp.NONE);
    life.lastEnded = false;

    assertThat(life.check(fire(1))).containsExactly(fire(1));
    assertThat(life.check(fire(2))).containsExactly(fire(2));
  }

  @Test
  void aFireIsMissedAMillisecondAfterTheGrace() {
    for (var overlap : Overlap.values()) {
      var late = new Life(overlap, CatchUp.NONE);
      assertThat(late.check(fire(1).plus(GRACE))).containsExactly(fire(1));
      assertThat(late.state.missedCount()).isZero();

      var missed = new Life(overlap, CatchUp.NONE);
      assertThat(missed.check(fire(1).plus(GRACE).plusMillis(1))).isEmpty();
      assertThat(missed.state.missedCount()).isEqualTo(1);
      assertThat(missed.state.decidedUntil()).isEqualTo(fire(1));
    }
  }

  @Test
  void afterAnOutageNothingIsMadeUpFor() {
    var life = new Life(Overlap.ALLOW, CatchUp.NONE);

    assertThat(life.check(fire(6).plus(Duration.ofMinutes(5)))).isEmpty();

    assertThat(life.state.missedCount()).isEqualTo(6);
    assertThat(life.alarmAt).isEqualTo(fire(7).minus(LEAD));
  }

  @Test
  void afterAnOutageTheLatestIsMadeUpFor() {
    var life = new Life(Overlap.ALLOW, CatchUp.LATEST);

    assertThat(life.check(fire(6).plus(Duration.ofMinutes(5)))).containsExactly(fire(6));

    assertThat(life.state.missedCount()).isEqualTo(5);
  }

  @Test
  @Tag("P4")
  void afterAnOutageAllAreMadeUpForUpToSoMany() {
    var life = new Life(Overlap.ALLOW, CatchUp.all(3));
    assertThat(life.check(fire(6).plus(Duration.ofMinutes(5))))
        .containsExactly(fire(4), fire(5), fire(6));
    assertThat(life.state.missedCount()).isEqualTo(3);
    assertThat(List.of(fire(1), fire(2), fire(3)))
        .allSatisfy(at -> assertThat(life.state.skipReason(at)).contains(Reason.MISSED));
    assertThat(life.state.skipReason(fire(4))).isEmpty();

    var enough = new Life(Overlap.ALLOW, CatchUp.all(6));
    assertThat(enough.check(fire(6).plus(Duration.ofMinutes(5)))).hasSize(6);
    assertThat(enough.state.missedCount()).isZero();
  }

  @Test
  void catchUpFiresComeBeforeTheCurrentFire() {
    var life = new Life(Overlap.ALLOW, CatchUp.LATEST);

    assertThat(life.check(fire(3))).containsExactly(fire(2), fire(3));
    assertThat(life.state.missedCount()).isEqualTo(1);
  }

  @Test
  void catchUpFiresObeyTheOverlapPolicy() {
    var skip = new Life(Overlap.SKIP, CatchUp.all(10));
    assertThat(skip.check(fire(4))).containsExactly(fire(1));
    assertThat(skip.state.skippedCount()).isEqualTo(3);

    var queue = new Life(Overlap.QUEUE_ONE, CatchUp.all(10));
    assertThat(queue.check(fire(4))).containsExactly(fire(1));
    assertThat(queue.state.queued()).isEqualTo(fire(2));
    assertThat(queue.state.skippedCount()).isEqualTo(2);
  }

  @Test
  void aLongOutageIsMadeUpForInSeveralLooks() {
    var life = new Life(Overlap.ALLOW, CatchUp.all(250));
    var now = fire(2_000).plus(Duration.ofMinutes(5));
    var created = new ArrayList<Instant>();
    List<Instant> fires;
    int looks = 0;
    do {
      fires = life.check(now);
      created.addAll(fires);
      looks++;
      assertThat(fires).hasSizeLessThanOrEqualTo(FIRES_PER_CHECK_MAX);
    } while (!fires.isEmpty());

    assertThat(looks).isEqualTo(4);
    assertThat(created).hasSize(250).isSorted().startsWith(fire(1_751)).endsWith(fire(2_000));
    assertThat(life.state.missedCount()).as("at least").isEqualTo(750);
    assertThat(life.alarmAt).isEqualTo(fire(2_001).minus(LEAD));
  }

  @Test
  void remainingFiresAreDueAtOnce() {
    var life = new Life(Overlap.ALLOW, CatchUp.all(250));
    var now = fire(300).plus(Duration.ofMinutes(5));

    life.check(now);

    assertThat(life.alarmAt).isBefore(now);
  }

  @Test
  void nothingFiresDuringAPauseAndNothingIsMadeUpForAfterIt() {
    var life = new Life(Overlap.QUEUE_ONE, CatchUp.all(10));
    life.check(fire(1));
    life.lastEnded = false;
    life.check(fire(2));

    life.state = life.state.pause();
    life.lastEnded = true;
    assertThat(life.check(fire(3))).isEmpty();
    assertThat(life.alarmAt).isNull();
    assertThat(life.state.skippedCount()).as("the one that waited").isEqualTo(1);
    life.state = life.state.resume(life.task.fireTimes(), fire(7));
    assertThat(life.check(fire(7))).isEmpty();

    assertThat(life.alarmAt).isEqualTo(fire(8));
    assertThat(life.check(fire(8))).containsExactly(fire(8));
    assertThat(life.state.missedCount()).isZero();
    assertThat(List.of(fire(2), fire(3), fire(7)))
        .allSatisfy(at -> assertThat(life.state.skipReason(at)).contains(Reason.PAUSED));
  }

  @Test
  void whileItIsPausedItsFiresAreSkippedForThatReason() {
    var paused = PeriodicState.from(NOON).pause();

    assertThat(paused.skipReason(fire(1))).contains(Reason.PAUSED);
    assertThat(paused.isToCome(fire(1))).isFalse();
  }

  @Test
  void aFireThatWaitsIsToCome() {
    var life = new Life(Overlap.QUEUE_ONE, CatchUp.NONE);
    life.check(fire(1));
    life.lastEnded = false;
    life.check(fire(2));

    assertThat(life.state.isToCome(fire(2))).isTrue();
    assertThat(life.state.skipReason(fire(2))).isEmpty();
  }

  @Test
  void anotherScheduleKnowsNothingOfWhatTheFormerSkipped() {
    var life = new Life(Overlap.SKIP, CatchUp.NONE);
    life.check(fire(6).plus(Duration.ofMinutes(5)));

    var times = life.task.fireTimes();
    assertThat(life.state.reschedule(times, times, fire(7)).skipReason(fire(1))).isEmpty();
  }

  @Test
  void aResumeDoesNotTakeBackWhatWasDecidedAhead() {
    var life = new Life(Overlap.ALLOW, CatchUp.NONE);
    life.check(fire(1).minus(LEAD));

    life.state = life.state.pause().resume(life.task.fireTimes(), fire(1).minusMillis(1));

    assertThat(life.check(fire(1))).isEmpty();
  }

  @Test
  void firesFromItsStartAndHasNoAlarmAfterItsEnd() {
    var life =
        new Life(
            new Schedule(RECURRENCE, fire(2), fire(4), Duration.ZERO), Overlap.SKIP, CatchUp.NONE);

    assertThat(life.check(fire(1))).isEmpty();
    assertThat(life.alarmAt).isEqualTo(fire(2));
    assertThat(life.check(fire(2))).containsExactly(fire(2));
    assertThat(life.check(fire(3))).containsExactly(fire(3));
    assertThat(life.alarmAt).isNull();
    assertThat(life.check(fire(4))).isEmpty();
  }

  @Test
  void anotherScheduleHoldsFromNowOn() {
    var life = new Life(Overlap.ALLOW, CatchUp.all(10));
    life.check(fire(1));
    var changedAt = fire(4).plus(Duration.ofMinutes(5));
    life.schedule(Schedule.of(new Interval(Duration.ofMinutes(1), NOON)), changedAt);

    assertThat(life.check(changedAt)).isEmpty();
    assertThat(life.check(changedAt.plusSeconds(60))).containsExactly(changedAt.plusSeconds(60));
  }

  @Test
  void pendingFireSetsAnImmediateAlarm() {
    var life = new Life(Overlap.SKIP, CatchUp.NONE);

    var decision =
        PeriodicDecision.of(life.task, life.state, true, fire(1).plusMillis(7), Duration.ZERO);

    assertThat(decision.next().pending()).containsExactly(fire(1));
    assertThat(PeriodicDecision.alarm(life.task, decision.next(), LEAD, fire(1)))
        .isEqualTo(fire(1));
    assertThat(decision.alarmAt()).as("once they are created").isEqualTo(fire(2));
  }

  @Test
  void aFireThatItsJitterHasTakenBeyondTheGraceIsOnTime() {
    var life = new Life(JITTERED, Overlap.SKIP, CatchUp.NONE);
    var fire = life.task.fireTimes().next(NOON).orElseThrow();

    assertThat(fire.dueAt()).as("the story needs some jitter").isAfter(fire.at());
    assertThat(life.check(fire.dueAt().minusMillis(1))).isEmpty();
    assertThat(life.check(fire.dueAt().plus(GRACE))).containsExactly(fire.at());
    assertThat(life.state.missedCount()).isZero();
  }

  @Test
  void aPauseBetweenTheTimeOfAFireAndItsJitterDoesNotCostTheFire() {
    for (var overlap : Overlap.values()) {
      var life = new Life(JITTERED, overlap, CatchUp.NONE);
      var fire = life.task.fireTimes().next(NOON).orElseThrow();

      life.pause(fire.at(), fire.dueAt().minusMillis(1));

      assertThat(life.state.skipReason(fire.at())).isEmpty();
      assertThat(life.check(fire.dueAt())).containsExactly(fire.at());
    }
  }

  @Test
  void aFireThatIsDueInAPauseIsSkippedAlthoughItsTimeIsBefore() {
    var life = new Life(JITTERED, Overlap.SKIP, CatchUp.all(10));
    var fire = life.task.fireTimes().next(NOON).orElseThrow();

    life.pause(fire.at(), fire.dueAt());

    assertThat(life.check(fire.dueAt())).isEmpty();
    assertThat(life.state.skipReason(fire.at())).contains(Reason.PAUSED);
    assertThat(life.state.missedCount()).isZero();
  }

  @Test
  @Tag("P11")
  void anotherScheduleKeepsItsFireWhoseJitterIsNotOver() {
    var life = new Life(Overlap.SKIP, CatchUp.NONE);
    life.check(NOON);
    var fire = new FireTimes(JITTERED, life.task.planId()).next(NOON).orElseThrow();

    life.schedule(JITTERED, fire.dueAt().minusMillis(1));

    assertThat(life.check(fire.dueAt())).containsExactly(fire.at());
  }

  @Test
  @Tag("P11")
  void aFireThatWaitsForItsJitterHappensAtOnceWhenTheJitterIsRemovedOrShortened() {
    for (var overlap : Overlap.values()) {
      for (var jitter : List.of(Duration.ZERO, Duration.ofMillis(1))) {
        var life = new Life(JITTERED, overlap, CatchUp.NONE);
        life.check(NOON);
        var fire = life.task.fireTimes().next(NOON).orElseThrow();
        var changedAt = fire.dueAt().minus(LEAD).minusMillis(1);
        life.check(changedAt);
        assertThat(fire.at().plus(GRACE)).as("the story needs much jitter").isBefore(changedAt);

        life.schedule(new Schedule(RECURRENCE, null, null, jitter), changedAt);

        assertThat(life.check(changedAt.plusMillis(7))).containsExactly(fire.at());
        assertThat(life.check(fire.dueAt())).isEmpty();
        assertThat(life.state.firedCount()).isEqualTo(1);
      }
    }
  }

  @Test
  @Tag("P11")
  void aFireThatWaitsForTheJitterOfANewScheduleHappensAlthoughALaterTimeIsDecided() {
    var life =
        new Life(
            Schedule.of(new Interval(Duration.ofMinutes(1), NOON.plusSeconds(30))),
            Overlap.SKIP,
            CatchUp.NONE);
    var fire = new FireTimes(JITTERED, life.task.planId()).next(NOON).orElseThrow();
    var changedAt = fire.dueAt().minusSeconds(1);
    for (var now = NOON; now.isBefore(changedAt); now = now.plusSeconds(30)) {
      life.check(now);
    }
    assertThat(life.state.decidedUntil()).isAfter(fire.at());

    life.schedule(JITTERED, changedAt);

    assertThat(life.check(fire.dueAt())).containsExactly(fire.at());
  }

  @Test
  void aFireThatIsDecidedDoesNotHappenAgainBecauseOfAnotherSchedule() {
    var life = new Life(JITTERED, Overlap.SKIP, CatchUp.NONE);
    var fire = life.task.fireTimes().next(NOON).orElseThrow();
    life.check(fire.dueAt());

    life.schedule(Schedule.of(RECURRENCE), fire.dueAt().plusSeconds(1));

    assertThat(life.check(fire.dueAt().plusSeconds(1))).isEmpty();
  }

  @Test
  void theNextFiresIncludeTheOneWhoseJitterIsNotOver() {
    var life = new Life(JITTERED, Overlap.SKIP, CatchUp.NONE);
    var times = life.task.fireTimes();
    var fire = times.next(NOON).orElseThrow();

    assertThat(life.state.nextFires(times, fire.at(), 2)).startsWith(fire).hasSize(2);
    assertThat(life.state.nextFires(times, fire.dueAt(), 1)).doesNotContain(fire);
    life.check(fire.dueAt());
    assertThat(life.state.nextFires(times, fire.dueAt(), 1)).doesNotContain(fire);
    assertThat(PeriodicState.from(fire.at()).nextFires(times, fire.at(), 1))
        .as("it was created after the time of this fire")
        .doesNotContain(fire);
  }

  @Test
  @Tag("P11")
  void pausesCostTheFiresThatAreDueInThemAndNoOthers() {
    var random = new Random(8);
    for (int run = 0; run < 100; run++) {
      var jitter = Duration.ofSeconds(1 + random.nextInt(600));
      var life = new Life(new Schedule(RECURRENCE, null, null, jitter), Overlap.SKIP, CatchUp.NONE);
      var created = new ArrayList<Instant>();
      var expected = life.task.fireTimes().between(NOON, fire(40), 40);
      var now = NOON;
      while (now.isBefore(fire(42))) {
        created.addAll(life.check(now));
        if (random.nextInt(10) == 0) {
          var from = now;
          now = now.plusSeconds(1 + random.nextInt(900));
          var until = now;
          life.pause(from, until);
          expected =
              expected.stream()
                  .filter(fire -> !fire.dueAt().isAfter(from) || fire.dueAt().isAfter(until))
                  .toList();
        }
        now = now.plusMillis(1 + random.nextInt((int) GRACE.toMillis()));
      }

      assertThat(created).startsWith(expected.stream().map(Fire::at).toArray(Instant[]::new));
      assertThat(life.state.missedCount()).isZero();
    }
  }

  @Test
  void frequentPollsFireEachTimeExactlyOnce() {
    var random = new Random(8);
    for (int run = 0; run < 200; run++) {
      var jitter = Duration.ofSeconds(random.nextInt(900));
      var life =
          new Life(new Schedule(RECURRENCE, null, null, jitter), Overlap.ALLOW, CatchUp.NONE);
      var created = new ArrayList<Instant>();
      var now = NOON;
      while (now.isBefore(fire(12))) {
        created.addAll(life.check(now));
        now = now.plusMillis(1 + random.nextInt((int) GRACE.toMillis()));
      }

      assertThat(new HashSet<>(created)).hasSameSizeAs(created);
      assertThat(created).startsWith(fire(1)).hasSizeBetween(10, 12).isSorted();
      assertThat(life.state.firedCount()).isEqualTo(created.size());
      assertThat(life.state.missedCount()).isZero();
    }
  }

  private static Instant fire(int number) {
    return NOON.plus(STEP.multipliedBy(number));
  }

  /** Life of a periodic task from noon on. */
  private static final class Life {
    private PeriodicTask task;
    private PeriodicState state = PeriodicState.from(NOON);
    private boolean lastEnded = true;
    private @Nullable Instant alarmAt;

    Life(Overlap overlap, CatchUp catchUp) {
      this(Schedule.of(RECURRENCE), overlap, catchUp);
    }

    Life(Schedule schedule, Overlap overlap, CatchUp catchUp) {
      task =
          new PeriodicTask(
              new LambdaName("tick"),
              new PeriodicName("any"),
              new Priority("normal"),
              null,
              schedule,
              overlap,
              catchUp,
              TaskId.ofText("contents"),
              Duration.ofDays(1),
              1);
    }

    void schedule(Schedule schedule, Instant now) {
      var before = task.fireTimes();
      task =
          new PeriodicTask(
              task.lambda(),
              task.name(),
              task.priority(),
              null,
              schedule,
              task.overlap(),
              task.catchUp(),
              task.contents(),
              task.lifetime(),
              task.revision() + 1);
      state = state.reschedule(before, task.fireTimes(), now);
    }

    void pause(Instant from, Instant until) {
      check(from);
      state = state.pause();
      check(from);
      state = state.resume(task.fireTimes(), until);
    }

    List<Instant> check(Instant now) {
      var decision = PeriodicDecision.of(task, state, lastEnded, now, LEAD);
      state = decision.next().withPending(List.of());
      alarmAt = decision.alarmAt();
      return decision.fires().stream().map(Fire::at).toList();
    }
  }
}
