package dev.atf.plans.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.Canary;
import dev.atf.model.task.Association;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Verdicts on canaries, and the periodic task that makes them. */
final class CanaryVerdictTest {
  private static final LambdaName LAMBDA = new LambdaName("resize");
  private static final Instant FIRE = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final PeriodicTask CANARIES = canaries(LAMBDA);

  @ParameterizedTest
  @EnumSource(TaskStatus.class)
  void untilItsDeadlineOnlyOneThatHasEndedHasAVerdict(TaskStatus status) {
    var verdict = verdict(status, FIRE.plus(DEADLINE).minusMillis(1));

    assertThat(verdict)
        .isEqualTo(
            switch (status) {
              case SUCCESS -> CanaryVerdict.SUCCEEDED;
              case FATAL_FAILURE -> CanaryVerdict.FAILED;
              case CANCELLED -> CanaryVerdict.NONE;
              default -> CanaryVerdict.OPEN;
            });
  }

  @ParameterizedTest
  @EnumSource(TaskStatus.class)
  void atItsDeadlineOneThatHasNotEndedHasFailed(TaskStatus status) {
    var verdict = verdict(status, FIRE.plus(DEADLINE));

    assertThat(verdict == CanaryVerdict.FAILED)
        .isEqualTo(!status.finished() || status == TaskStatus.FATAL_FAILURE);
    assertThat(CanaryVerdict.of(Optional.empty(), FIRE)).isEqualTo(CanaryVerdict.NONE);
  }

  @Test
  void theDelayIsThatOfTheFirstClaimAndNotBelowZero() {
    var history =
        TaskHistory.EMPTY
            .with(new HistoryEntry(FIRE, TaskEvent.RELEASE, 1, 0, ""))
            .with(new HistoryEntry(FIRE.plusSeconds(9), TaskEvent.CLAIM, 2, 2, ""))
            .with(new HistoryEntry(FIRE.plusSeconds(3), TaskEvent.CLAIM_AND_MOVE_ALARM, 1, 1, ""));

    assertThat(CanaryVerdict.startDelay(canary().withHistory(history)))
        .contains(Duration.ofSeconds(3));
    assertThat(CanaryVerdict.startDelay(canary())).isEmpty();
    var ahead =
        TaskHistory.EMPTY.with(
            new HistoryEntry(FIRE.minusMillis(5), TaskEvent.CLAIM, 1, 1, "by a fast clock"));
    assertThat(CanaryVerdict.startDelay(canary().withHistory(ahead))).contains(Duration.ZERO);
  }

  @Test
  void oneWithoutAVerdictIsLookedAtAtItsDeadline() {
    var fire = CANARIES.fireTimes().next(FIRE).orElseThrow().at();
    var open = PeriodicState.from(fire).withLast(fire);

    assertThat(PeriodicDecision.alarm(CANARIES, open, PeriodicDecision.LEAD, fire))
        .isEqualTo(fire.plus(DEADLINE));
    assertThat(PeriodicDecision.alarm(CANARIES, open.withLast(null), PeriodicDecision.LEAD, fire))
        .isEqualTo(fire.plus(Duration.ofMinutes(1)));
  }

  @Test
  void lambdasHaveTheirCanariesAtDifferentTimes() {
    var times =
        IntStream.range(0, 50)
            .mapToObj(i -> canaries(new LambdaName("lambda-" + i)))
            .map(task -> task.fireTimes().next(FIRE).orElseThrow().at())
            .distinct();

    assertThat(times.count()).isGreaterThan(40);
  }

  private static CanaryVerdict verdict(TaskStatus status, Instant now) {
    return CanaryVerdict.of(Optional.of(canary().withStatus(status)), now);
  }

  private static Association canary() {
    var member = Fire.member(FIRE);
    return Association.scheduled(CANARIES.header(member, FIRE, 1, Duration.ofDays(1), FIRE));
  }

  private static PeriodicTask canaries(LambdaName lambda) {
    return PeriodicTask.ofCanaries(
        lambda,
        new Priority("high"),
        new Canary(Duration.ofMinutes(1), DEADLINE, Payload.EMPTY),
        TaskId.ofText("contents"));
  }
}
