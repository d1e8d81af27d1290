package dev.atf.plans.periodic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.Canary;
import dev.atf.model.origin.Origin;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tasks of the fires of periodic tasks, and limits of their definitions. */
final class PeriodicTaskTest {
  private static final Instant NOON = Instant.parse("2024-06-01T12:00:00Z");
  private static final LambdaName LAMBDA = new LambdaName("tick");
  private static final TaskId CONTENTS = TaskId.ofText("contents");
  private static final PeriodicTask TASK =
      new PeriodicTask(
          LAMBDA,
          new PeriodicName("any"),
          new Priority("normal"),
          null,
          Schedule.of(new Interval(Duration.ofMinutes(1), NOON)),
          Overlap.ALLOW,
          CatchUp.NONE,
          CONTENTS,
          Duration.ofHours(1),
          1);

  @Test
  void theLifetimeOfATaskBeginsWhenItIsDueOrWhenItIsMadeWhicheverIsLater() {
    for (int minutes : new int[] {-5, 0, 5}) {
      var dueAt = NOON.plusSeconds(60L * minutes);
      var header = TASK.header("m", dueAt, 16, Duration.ofDays(1), NOON);

      var begins = minutes > 0 ? dueAt : NOON;
      assertThat(header.scheduledAt()).isEqualTo(dueAt);
      assertThat(header.deadline()).isEqualTo(begins.plus(Duration.ofHours(1)));
      assertThat(header.keepUntil()).isEqualTo(begins.plus(Duration.ofHours(25)));
    }
  }

  @Test
  void aBackfilledFireIsTheTaskOfItsTimeAndMarked() {
    var fire = new Fire(NOON, NOON.plusMillis(3));
    var header = TASK.backfilled(fire, 16, Duration.ofDays(1), NOON);

    assertThat(header.taskId()).isEqualTo(TASK.taskOf(fire));
    assertThat(header.origin())
        .isEqualTo(
            new Origin(
                "periodic", TASK.planId().value(), "backfill/2024-06-01T12:00:00Z", CONTENTS));
    assertThat(header.isCanary()).isFalse();
  }

  @Test
  void canariesAreMarkedAsCanaries() {
    var canary = new Canary(Duration.ofSeconds(5), Duration.ofSeconds(3), Payload.EMPTY);
    var task = PeriodicTask.ofCanaries(LAMBDA, new Priority("high"), canary, CONTENTS);

    assertThat(task.isOfCanaries()).isTrue();
    assertThat(task.header("m", NOON, 16, Duration.ofDays(1), NOON).isCanary()).isTrue();
    assertThat(TASK.isOfCanaries()).isFalse();
  }

  @Test
  void limitsAreChecked() {
    assertThatThrownBy(() -> TASK.withLifetime(Duration.ZERO)).hasMessageContaining("lifetime: ");
    assertThat(new CatchUp(0)).isEqualTo(CatchUp.NONE);
    assertThat(CatchUp.all(1_000).fireCountMax()).isEqualTo(1_000);
    for (int count : new int[] {-1, 1_001}) {
      assertThatThrownBy(() -> new CatchUp(count)).hasMessageContaining("catchUp.max: " + count);
    }
  }
}
