package dev.atf.plans.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.rate.Ramp;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the steps of supervisors and of blocked attempts with the row of a condition. */
final class ConditionDecisionTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final LambdaName ORDERS = new LambdaName("orders");
  private static final LambdaName PROBE = new LambdaName("probe");
  private static final ConditionName DATABASE = new ConditionName("orders-db");
  private static final Ramp RAMP = new Ramp(10, Duration.ofSeconds(5));
  private static final int COUNT_MAX = 100;
  private static final Blocking.Wish WISH = new Blocking.Wish(DATABASE, PROBE, false, "refused");

  @Test
  void theFirstBlockedAttemptClosesTheConditionAndTestsAtOnce() {
    var row = closed();

    assertThat(row.state().phase()).isEqualTo(ConditionPhase.CLOSED);
    assertThat(row.plan().version()).isEqualTo(1);
    assertThat(row.alarmAt()).isEqualTo(NOW);
    assertThat(decide(row, null, NOW)).isInstanceOf(ConditionDecision.Test.class);
  }

  @ParameterizedTest
  @EnumSource(TaskStatus.class)
  void aTesterDecidesWhenItHasEnded(TaskStatus status) {
    var decision = decide(closed(), task(1, status), NOW);

    if (!status.finished()) {
      assertThat(decision).isInstanceOf(ConditionDecision.Leave.class);
    } else if (status == TaskStatus.SUCCESS) {
      assertThat(decision).isEqualTo(new ConditionDecision.Read(1));
    } else {
      var next = ((ConditionDecision.Put) decision).row();
      assertThat(next.state().phase()).isEqualTo(ConditionPhase.CLOSED);
      assertThat(next.testerMember()).endsWith("/2");
      assertThat(next.alarmAt()).isEqualTo(NOW.plusSeconds(1));
    }
  }

  @Test
  void testersThatEndWithoutSuccessAreMadeMoreAndMoreRarely() {
    var row = closed();
    var delays = new Duration[12];
    for (int i = 0; i < delays.length; i++) {
      row = ((ConditionDecision.Put) decide(row, task(1, TaskStatus.FATAL_FAILURE), NOW)).row();
      delays[i] = Duration.between(NOW, row.alarmAt());
    }

    assertThat(delays).startsWith(Duration.ofSeconds(1), Duration.ofSeconds(2));
    assertThat(delays[11]).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void theLatestTestersAreNamedTheCurrentOneFirst() {
    var first = closed();
    var second =
        ((ConditionDecision.Put) decide(first, task(1, TaskStatus.FATAL_FAILURE), NOW)).row();

    assertThat(first.latestTesters(3)).containsExactly(first.testerTask());
    assertThat(second.latestTesters(3)).containsExactly(second.testerTask(), first.testerTask());
    assertThat(second.latestTesters(1)).containsExactly(second.testerTask());
  }

  @Test
  void partsAreNamedInTheOrderOfTheTimesOfTheirTasks() {
    var id = closed().plan().id();
    var waiting = header("1".repeat(32));
    var part = ConditionRow.part(id, waiting.withScheduledAt(Instant.ofEpochMilli(1_000)));
    var earlier = ConditionRow.part(id, waiting.withScheduledAt(Instant.ofEpochMilli(999)));

    assertThat(part.name()).isEqualTo("000000000001000-" + "1".repeat(32));
    assertThat(part.name()).isGreaterThan(earlier.name());
    assertThat(ConditionRow.task(part)).isEqualTo(waiting.taskId());
  }

  @Test
  void aTestThatPassedTriesTheFirstTaskThatWaits() {
    var first = blocked(1);

    var put = (ConditionDecision.Put) ConditionDecision.passed(closed(), List.of(first), NOW);

    assertThat(put.released()).containsExactly(first);
    assertThat(put.row().state().phase()).isEqualTo(ConditionPhase.HALF_OPEN);
    assertThat(put.row().state().isTrial(new TaskRef(first.taskId(), first.epoch() + 1))).isTrue();
    assertThat(put.row().state().isTrial(new TaskRef(first.taskId(), first.epoch()))).isFalse();
  }

  @Test
  void aTestThatPassedWithNoTaskThatWaitsClearsTheCondition() {
    var put = (ConditionDecision.Put) ConditionDecision.passed(closed(), List.of(), NOW);

    assertThat(put.row().state().phase()).isEqualTo(ConditionPhase.CLEAR);
    assertThat(put.released()).isEmpty();
  }

  @Test
  void aTrialClearsTheConditionWhenItEndsOrLasts() {
    var row = halfOpen();
    var running = running(NOW);

    for (var ended :
        List.of(
            TaskStatus.SUCCESS,
            TaskStatus.FATAL_FAILURE,
            TaskStatus.CANCELLED,
            TaskStatus.RETRIABLE_FAILURE)) {
      assertPhase(decide(row, task(2, ended), NOW), ConditionPhase.CLEAR);
    }
    assertPhase(decide(row, null, NOW), ConditionPhase.CLEAR);
    assertThat(decide(row, running, NOW.plusMillis(9_999)))
        .isInstanceOf(ConditionDecision.Leave.class);
    assertPhase(decide(row, running, NOW.plusSeconds(10)), ConditionPhase.CLEAR);
    assertThat(decide(row, task(2, TaskStatus.ENQUEUED), NOW.plusMillis(29_999)))
        .isInstanceOf(ConditionDecision.Leave.class);
    assertPhase(
        decide(row, task(2, TaskStatus.ENQUEUED), NOW.plusSeconds(30)), ConditionPhase.CLEAR);
  }

  @Test
  void aTrialThatIsBlockedAgainClosesTheConditionAndOneNotReleasedYetIsReleased() {
    assertThat(decide(halfOpen(), blocked(1), NOW))
        .isEqualTo(new ConditionDecision.Repeat(blocked(1)));
    var decision = decide(halfOpen(), blocked(2), NOW);

    assertPhase(decision, ConditionPhase.CLOSED);
    var row = ((ConditionDecision.Put) decision).row();
    assertThat(row.alarmAt()).isEqualTo(NOW.plusSeconds(1));
    assertThat(row.testerMember()).endsWith("/2");
  }

  @Test
  void aClearConditionReleasesWhatItsRampAllowsAndThenRests() {
    var row = clear();
    assertThat(decide(row, null, NOW)).isInstanceOf(ConditionDecision.Leave.class);
    assertThat(decide(row, null, NOW.plusMillis(500))).isEqualTo(new ConditionDecision.Read(5));
    assertThat(decide(row, null, NOW.plusSeconds(5))).isEqualTo(new ConditionDecision.Read(50));
    assertThat(decide(row, null, NOW.plusSeconds(60)))
        .isEqualTo(new ConditionDecision.Read(COUNT_MAX));

    var waiting = IntStream.range(0, 5).mapToObj(i -> blocked(1)).toList();
    var put =
        (ConditionDecision.Put) ConditionDecision.release(row, waiting, true, NOW.plusMillis(500));
    assertThat(put.released()).isEqualTo(waiting);
    assertThat(decide(put.row(), null, NOW.plusMillis(500)))
        .isInstanceOf(ConditionDecision.Leave.class);
    assertThat(ConditionDecision.release(row, List.of(), true, NOW))
        .isInstanceOf(ConditionDecision.Leave.class);
    var rests = (ConditionDecision.Put) ConditionDecision.release(row, List.of(), false, NOW);
    assertThat(rests.row().rests()).isTrue();
    assertThat(rests.row().plan().expiresAt()).isEqualTo(NOW.plus(Duration.ofDays(7)));
  }

  @Test
  void anAttemptJoinsAClosedConditionAndAHalfOpenOneUnlessItIsTheTrial() {
    assertThat(block(running(NOW), closed())).isInstanceOf(Blocking.Join.class);
    var other = running(NOW).withHeader(header("1".repeat(32)));
    assertThat(block(other, halfOpen())).isInstanceOf(Blocking.Join.class);

    var again = (Blocking.Close) block(running(NOW), halfOpen());

    assertThat(again.row().state().phase()).isEqualTo(ConditionPhase.CLOSED);
    assertThat(again.row().state().failures()).isEqualTo(1);
    assertThat(again.row().state().testers()).isEqualTo(2);
    assertThat(again.row().alarmAt()).isEqualTo(NOW.plusSeconds(1));
  }

  @Test
  void anAttemptOfBeforeTheClearingIsWorthAnotherOneAndALaterOneClosesAgain() {
    assertThat(block(running(NOW.minusMillis(1)), clear())).isInstanceOf(Blocking.Retry.class);

    var during = (Blocking.Close) block(running(NOW), clear());
    var after = (Blocking.Close) block(running(NOW), clear().resting(NOW));

    assertThat(during.row().state().failures()).isEqualTo(1);
    assertThat(after.row().state().failures()).isZero();
    assertThat(after.row().alarmAt()).isEqualTo(NOW);
    assertThat(after.row().plan().expiresAt()).isNull();
  }

  @Test
  void aConditionIsMadeToHoldItsLambdaByAnyAttempt() {
    var holding = new Blocking.Wish(DATABASE, PROBE, true, "");
    var closing =
        (Blocking.Close) Blocking.of(holding, running(NOW), lambda(), Optional.of(closed()), NOW);

    assertThat(closing.row().state().closedAt()).isEqualTo(closed().state().closedAt());
    assertThat(closing.row().holdsBack(running(NOW).ref())).isTrue();
    assertThat(closed().holdsBack(running(NOW).ref())).isFalse();
  }

  private static Blocking block(Association task, ConditionRow row) {
    return Blocking.of(WISH, task, lambda(), Optional.of(row), NOW);
  }

  private static ConditionDecision decide(
      ConditionRow row, @Nullable Association task, Instant now) {
    return ConditionDecision.of(row, Optional.ofNullable(task), RAMP, COUNT_MAX, now);
  }

  private static void assertPhase(ConditionDecision decision, ConditionPhase phase) {
    assertThat(((ConditionDecision.Put) decision).row().state().phase()).isEqualTo(phase);
  }

  private static ConditionRow closed() {
    return ((Blocking.Close) Blocking.of(WISH, running(NOW), lambda(), Optional.empty(), NOW))
        .row();
  }

  private static ConditionRow halfOpen() {
    var put = ConditionDecision.passed(closed(), List.of(blocked(1)), NOW);
    return ((ConditionDecision.Put) put).row();
  }

  private static ConditionRow clear() {
    return closed().released("", NOW);
  }

  private static LambdaDefinition lambda() {
    return LambdaDefinition.withDefaults(ORDERS, NOW);
  }

  private static Association running(Instant startedAt) {
    return task(2, TaskStatus.PROCESSING).withStartedAt(startedAt);
  }

  private static Association blocked(long epoch) {
    return task(epoch, TaskStatus.BLOCKED).withBlock(new Block(DATABASE, 1));
  }

  private static Association task(long epoch, TaskStatus status) {
    return Association.scheduled(header("0".repeat(32)))
        .withStatus(status)
        .withEpoch(epoch)
        .withTrigger(new Trigger(Alarm.CHECK, NOW));
  }

  private static TaskHeader header(String id) {
    return new TaskHeader(
        new TaskId(id),
        ORDERS,
        new Priority("normal"),
        null,
        0,
        NOW,
        NOW,
        NOW.plus(Duration.ofDays(1)),
        null);
  }
}
