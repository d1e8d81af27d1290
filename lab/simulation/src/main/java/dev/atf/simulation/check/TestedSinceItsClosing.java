package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.plans.condition.ConditionPhase;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.plans.ConditionCodec;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Rule that a condition stays closed until a tester has succeeded that was created since it was
 * closed last.
 */
final class TestedSinceItsClosing implements Rule {
  private final Map<PlanId, ConditionRow> rows = new HashMap<>();
  private final Map<PlanId, Instant> closedAt = new HashMap<>();
  private final Map<TaskId, Instant> createdAt = new HashMap<>();
  private final Set<TaskId> passed = new HashSet<>();

  @Override
  public String name() {
    return "tested since its closing";
  }

  @Override
  public void created(Instant at, Association task, Verdict verdict) {
    if (PlanKind.CONDITION.isKindOf(task.header().origin())) {
      createdAt.put(task.taskId(), at);
    }
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    if (change.after().status() == TaskStatus.SUCCESS) {
      passed.add(change.after().taskId());
    }
  }

  @Override
  public void planWritten(Instant at, Plan plan, Verdict verdict) {
    if (plan.kind() != PlanKind.CONDITION) {
      return;
    }
    var row = ConditionCodec.read(plan);
    var before = rows.put(plan.id(), row);
    boolean wasClosed = before != null && isClosed(before);
    if (isClosed(row)) {
      if (!wasClosed) {
        closedAt.put(plan.id(), at);
      }
      return;
    }
    if (!wasClosed) {
      return;
    }
    var tester = before.testerTask();
    var testerCreatedAt = createdAt.getOrDefault(tester, Instant.MIN);
    if (!passed.contains(tester)
        || testerCreatedAt.isBefore(closedAt.getOrDefault(plan.id(), Instant.MAX))) {
      verdict.broken(
          this,
          "%s is %s by the tester %s of %s"
              .formatted(row.name(), row.state().phase(), tester, testerCreatedAt));
    }
  }

  private static boolean isClosed(ConditionRow row) {
    return row.state().phase() == ConditionPhase.CLOSED;
  }
}
