package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Rule that at most one task of an ordering key may run. */
final class OneAtATimePerKey implements Rule {
  private final Map<PlanId, TaskId> turns = new HashMap<>();

  @Override
  public String name() {
    return "at most one task of an ordering key runs";
  }

  @Override
  public void created(Instant at, Association task, Verdict verdict) {
    check(task, verdict);
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    check(change.after(), verdict);
  }

  private void check(Association task, Verdict verdict) {
    var key = keyOf(task);
    if (key.isEmpty() || task.waits()) {
      return;
    }
    if (task.status().finished()) {
      turns.remove(key.get(), task.taskId());
      return;
    }
    var other = turns.putIfAbsent(key.get(), task.taskId());
    if (other != null && !other.equals(task.taskId())) {
      verdict.broken(
          this, "%s is %s while %s has the turn".formatted(task.taskId(), task.status(), other));
    }
  }

  /** Returns the ordering key of a task; empty if it has none. */
  static Optional<PlanId> keyOf(Association task) {
    var origin = task.header().origin();
    return origin == null || !PlanKind.ORDER.isKindOf(origin)
        ? Optional.empty()
        : Optional.of(PlanId.of(origin));
  }
}
