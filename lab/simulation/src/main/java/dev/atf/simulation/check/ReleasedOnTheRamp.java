package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.rate.Ramp;
import dev.atf.model.task.TaskEvent;
import dev.atf.plans.condition.ConditionPhase;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.plans.ConditionCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Rule that a condition releases no more tasks than its row has recorded before: one as a trial,
 * and then as many as the ramp allows. A task goes on without it only if the condition has rested,
 * or was not there, at some time since the task was blocked.
 */
final class ReleasedOnTheRamp implements Rule {
  private final Duration clockError;
  private final Map<PlanId, Condition> conditions = new HashMap<>();
  private final Map<TaskId, Instant> blockedAt = new HashMap<>();

  /**
   * Latest version of a condition.
   *
   * @param freeAt last time at which an earlier version rested, or there was none
   * @param granted number of releases that all versions so far have recorded
   * @param used number of tasks that were released
   */
  private record Condition(ConditionRow row, Instant freeAt, long granted, long used) {
    Condition released() {
      return new Condition(row, freeAt, granted, used + 1);
    }
  }

  /**
   * @param clockError largest error of a host's clock
   */
  public ReleasedOnTheRamp(Duration clockError) {
    this.clockError = clockError;
  }

  @Override
  public String name() {
    return "blocked tasks are released on a ramp";
  }

  @Override
  public void planWritten(Instant at, Plan plan, Verdict verdict) {
    if (plan.kind() != PlanKind.CONDITION) {
      return;
    }
    var row = ConditionCodec.read(plan);
    var seen = conditions.get(plan.id());
    boolean free = seen == null || seen.row().rests();
    conditions.put(
        plan.id(),
        seen == null
            ? new Condition(row, at, 0, 0)
            : new Condition(
                row,
                free ? at : seen.freeAt(),
                seen.granted() + granted(seen.row(), row),
                seen.used()));
    var state = row.state();
    var elapsed = Duration.between(state.since(), at.plus(clockError));
    if (state.released() > Ramp.OF_CONDITIONS.total(elapsed)) {
      verdict.broken(this, "%s has released %s".formatted(row.name(), state));
    }
  }

  /** Returns the number of releases that a version records in addition to the one before. */
  private static long granted(ConditionRow before, ConditionRow after) {
    var was = before.state();
    var is = after.state();
    return switch (is.phase()) {
      case CLOSED -> 0;
      case HALF_OPEN -> is.trial().equals(was.trial()) ? 0 : 1;
      case CLEAR -> is.released() - (was.phase() == ConditionPhase.CLEAR ? was.released() : 0);
    };
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    var task = change.before();
    if (change.after().status() == TaskStatus.BLOCKED && task.status() != TaskStatus.BLOCKED) {
      blockedAt.put(task.taskId(), change.at());
    }
    boolean released = change.event() == TaskEvent.RELEASE;
    var block = task.block();
    if (task.status() != TaskStatus.BLOCKED
        || block == null
        || !(released || change.event() == TaskEvent.UNBLOCK)) {
      return;
    }
    var id = ConditionRow.id(task.header().lambda(), block.condition());
    var condition = conditions.get(id);
    if (condition == null) {
      if (released) {
        verdict.broken(this, task.taskId() + " is released by no condition");
      }
      return;
    }
    var since = Objects.requireNonNull(blockedAt.get(task.taskId()));
    var freeAt = condition.row().rests() ? change.at() : condition.freeAt();
    if (!released && !freeAt.isBefore(since)) {
      return;
    }
    var used = condition.released();
    conditions.put(id, used);
    if (used.used() > used.granted()) {
      verdict.broken(
          this, "%s of %s was not recorded: %s".formatted(change.event(), task.taskId(), used));
    }
  }
}
