package dev.atf.plans.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Hints about ends and rows. */
final class PlanHintTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final LambdaName LAMBDA = new LambdaName("resize-image");
  private static final LambdaName OTHER = new LambdaName("send-email");

  @Test
  void theSumOfManyEndsDoesNotOverflow() {
    assertThat(job("a", Integer.MAX_VALUE).and(job("a", Integer.MAX_VALUE)))
        .isEqualTo(job("a", Integer.MAX_VALUE));
  }

  @Test
  void endsKeepTheAlarmOfTheRow() {
    var row = new PlanHint(plan("a"), PlanKind.JOB, LAMBDA, 0, NOON);
    var end = new PlanHint(plan("a"), PlanKind.JOB, OTHER, 2, null);
    var both = new PlanHint(plan("a"), PlanKind.JOB, LAMBDA, 2, NOON);

    assertThat(row.and(end)).isEqualTo(both);
    assertThat(end.and(row)).isEqualTo(both);
  }

  @Test
  void theEndOfATaskOfAPlanIsHintedAtAndNoOther() {
    var task = task();
    var key = new OrderingKey("account-7").origin(task.taskId(), LAMBDA);
    var step = PlanKind.JOB.origin(plan("night"), "0-only/1/1", task.taskId());
    var fire = PlanKind.PERIODIC.origin(plan("hourly"), "2026", task.taskId());

    assertThat(PlanHint.ofEnd(task.withOrigin(key)))
        .contains(
            new PlanHint(
                PlanId.of(LAMBDA, new OrderingKey("account-7")), PlanKind.ORDER, LAMBDA, 1, null));
    assertThat(PlanHint.ofEnd(task.withOrigin(step))).contains(job("night", 1));
    assertThat(PlanHint.ofEnd(task.withOrigin(fire)))
        .contains(new PlanHint(plan("hourly"), PlanKind.PERIODIC, LAMBDA, 1, null));
    assertThat(PlanHint.ofEnd(task)).isEmpty();
  }

  @Test
  void onlyARowWithAnAlarmIsHintedAt() {
    var row = Plan.fresh(plan("a"), PlanKind.JOB, LAMBDA, "a", 1, NOON);

    assertThat(PlanHint.ofRow(row)).isEmpty();
    assertThat(PlanHint.ofRow(row.withAlarmAt(NOON)))
        .contains(new PlanHint(plan("a"), PlanKind.JOB, LAMBDA, 0, NOON));
    assertThat(PlanHint.ofRow(row.withAlarmAt(NOON)).orElseThrow().alarm()).contains(NOON);
    assertThat(job("a", 1).alarm()).isEmpty();
  }

  @Test
  void refusesWhatSaysNothing() {
    assertThatThrownBy(() -> job("a", 0)).isInstanceOf(InvalidFieldException.class);
    assertThatThrownBy(() -> new PlanHint(plan("a"), PlanKind.JOB, LAMBDA, -1, NOON))
        .isInstanceOf(InvalidFieldException.class);
  }

  private static PlanHint job(String name, int ended) {
    return new PlanHint(plan(name), PlanKind.JOB, LAMBDA, ended, null);
  }

  private static PlanId plan(String name) {
    return PlanId.of(PlanKind.JOB, LAMBDA, name);
  }

  private static TaskHeader task() {
    return new TaskHeader(
        TaskId.ofText("t"),
        LAMBDA,
        new Priority("normal"),
        null,
        0,
        NOON,
        NOON,
        NOON.plusSeconds(60),
        null);
  }
}
