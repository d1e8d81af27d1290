package dev.atf.plans.hint;

import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Notice that a plan should be checked soon, because tasks of the plan have ended, or its row has
 * an alarm that is due soon (ADR 0062). Correctness does not depend on hints: they may be lost,
 * repeated or late.
 *
 * @param lambda lambda of the plan if there is an alarm, otherwise lambda of the task that ended
 *     last
 * @param ended number of tasks that ended; 0 or more
 * @param alarmAt alarm of the row; null if only tasks ended
 */
public record PlanHint(
    PlanId plan, PlanKind kind, LambdaName lambda, int ended, @Nullable Instant alarmAt) {
  public PlanHint {
    if (ended < 0 || (ended == 0 && alarmAt == null)) {
      throw new InvalidFieldException("ended", ended, "1 or more, or 0 with an alarm");
    }
  }

  /** Returns the hint about a task that has ended; empty if it belongs to no plan. */
  public static Optional<PlanHint> ofEnd(TaskHeader task) {
    var origin = task.origin();
    return Stream.of(PlanKind.values())
        .filter(kind -> origin != null && kind.isKindOf(origin))
        .findFirst()
        .map(
            kind ->
                new PlanHint(
                    PlanId.of(Objects.requireNonNull(origin)), kind, task.lambda(), 1, null));
  }

  /** Returns the hint about a row that was written; empty if it has no alarm. */
  public static Optional<PlanHint> ofRow(Plan row) {
    return Optional.ofNullable(row.alarmAt())
        .map(at -> new PlanHint(row.id(), row.kind(), row.lambda(), 0, at));
  }

  public Optional<Instant> alarm() {
    return Optional.ofNullable(alarmAt);
  }

  /** Returns one hint that replaces this one and a later one about the same plan. */
  public PlanHint and(PlanHint later) {
    long sum = (long) ended + later.ended;
    var row = later.alarmAt != null ? later : alarmAt != null ? this : later;
    return new PlanHint(
        plan, kind, row.lambda, (int) Math.min(sum, Integer.MAX_VALUE), row.alarmAt);
  }
}
