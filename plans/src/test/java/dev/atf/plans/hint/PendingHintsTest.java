package dev.atf.plans.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskHeader;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.origin.OrderingKey;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Hints about ends, and the bounded number of them that wait. */
final class PendingHintsTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final LambdaName LAMBDA = new LambdaName("resize-image");

  private final PendingHints pending = new PendingHints(2);

  @Test
  void hintsAboutOnePlanBecomeOne() {
    pending.add(job("night", 1));
    pending.add(job("day", 1));
    pending.add(job("night", 2));

    assertThat(pending.take()).containsExactly(job("night", 3), job("day", 1));
    assertThat(pending.take()).isEmpty();
  }

  @Test
  void dropsHintsAboutMorePlansThanMayWait() {
    assertThat(pending.add(job("a", 1))).isTrue();
    assertThat(pending.add(job("b", 1))).isTrue();
    assertThat(pending.add(job("c", 1))).isFalse();
    assertThat(pending.add(job("a", 1))).isTrue();

    assertThat(pending.take()).containsExactly(job("a", 2), job("b", 1));
    assertThat(pending.add(job("c", 1))).isTrue();
  }

  @Test
  void wakesTheLoopForTheFirstHintAlone() {
    var wakes = new AtomicInteger();
    pending.whenAdded(wakes::incrementAndGet);

    pending.add(job("a", 1));
    pending.add(job("b", 1));
    assertThat(wakes).hasValue(1);
    var unused = pending.take();
    pending.add(job("b", 1));

    assertThat(wakes).hasValue(2);
  }

  @Test
  void takesAPartAndLeavesTheRest() {
    pending.add(job("a", 1));
    pending.add(job("b", 1));

    assertThat(pending.take(1)).containsExactly(job("a", 1));
    assertThat(pending.take(1)).containsExactly(job("b", 1));
  }

  @Test
  void theSumOfManyEndsDoesNotOverflow() {
    pending.add(job("a", Integer.MAX_VALUE));
    pending.add(job("a", Integer.MAX_VALUE));

    assertThat(pending.take()).containsExactly(job("a", Integer.MAX_VALUE));
  }

  @Test
  void aTaskOfAKeyOrAJobIsHintedAtAndNoOther() {
    var task = task();
    var key = new OrderingKey("account-7").origin(task.taskId(), LAMBDA);
    var step = PlanKind.JOB.origin(plan("night"), "0-only/1/1", task.taskId());
    var fire = PlanKind.PERIODIC.origin(plan("hourly"), "2026", task.taskId());

    assertThat(PlanHint.of(task.withOrigin(key)))
        .contains(
            new PlanHint(
                PlanId.of(LAMBDA, new OrderingKey("account-7")), PlanKind.ORDER, LAMBDA, 1));
    assertThat(PlanHint.of(task.withOrigin(step))).contains(job("night", 1));
    assertThat(PlanHint.of(task.withOrigin(fire))).isEmpty();
    assertThat(PlanHint.of(task)).isEmpty();
  }

  @Test
  void refusesWhatNoEndSays() {
    assertThatThrownBy(() -> new PlanHint(plan("a"), PlanKind.PERIODIC, LAMBDA, 1))
        .isInstanceOf(InvalidFieldException.class);
    assertThatThrownBy(() -> job("a", 0)).isInstanceOf(InvalidFieldException.class);
  }

  private static PlanHint job(String name, int ended) {
    return new PlanHint(plan(name), PlanKind.JOB, LAMBDA, ended);
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
