package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Rule that claims are within the task's time, and executions in their claim's epoch. */
final class ClaimIsRightful implements Rule {
  private final Map<TaskId, Association> claimed = new HashMap<>();

  @Override
  public String name() {
    return "claims are rightful";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    switch (change.event()) {
      case CLAIM, CLAIM_AND_MOVE_ALARM -> {
        var task = change.after();
        claimed.put(task.taskId(), task);
        var at = task.startedAt();
        if (at == null || at.isBefore(task.header().scheduledAt())) {
          verdict.broken(this, task.taskId() + " was claimed at " + at + ", before its time");
        } else if (!at.isBefore(task.header().deadline())) {
          verdict.broken(this, task.taskId() + " was claimed at " + at + ", after its deadline");
        } else if (change.before().cancelRequested()) {
          verdict.broken(this, task.taskId() + " was claimed after it was cancelled");
        }
      }
      default -> {}
    }
  }

  @Override
  public void began(Instant at, ObservedExecution execution, Verdict verdict) {
    var task = claimed.get(execution.taskId());
    if (task == null || task.lease() == null) {
      return;
    }
    boolean latest = task.lease().claimId().value().equals(execution.claimId());
    if (latest && task.epoch() != execution.epoch()) {
      verdict.broken(this, execution + " was claimed in epoch " + task.epoch());
    }
  }
}
