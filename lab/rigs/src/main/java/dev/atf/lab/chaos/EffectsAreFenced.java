package dev.atf.lab.chaos;

import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.simulation.check.ObservedExecution;
import dev.atf.simulation.check.Rule;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Rule that no effect of an execution is accepted after a newer one has begun, none of one epoch
 * twice, and that each success had its effect, in the epoch that succeeded.
 */
final class EffectsAreFenced implements Rule {
  private final Map<TaskId, Long> begun = new HashMap<>();
  private final Map<TaskId, Long> accepted = new HashMap<>();

  @Override
  public String name() {
    return "no stale effect reaches the world";
  }

  @Override
  public void began(Instant at, ObservedExecution execution, Verdict verdict) {
    begun.merge(execution.taskId(), execution.epoch(), Math::max);
  }

  void accepted(ObservedExecution execution, Verdict verdict) {
    long newest = begun.getOrDefault(execution.taskId(), 0L);
    if (execution.epoch() < newest) {
      verdict.broken(this, execution + " had its effect after epoch " + newest + " had begun");
    }
    var before = accepted.put(execution.taskId(), execution.epoch());
    if (before != null && before >= execution.epoch()) {
      verdict.broken(this, execution + " had an effect after one in epoch " + before);
    }
  }

  @Override
  public void atTheEnd(Instant at, Collection<Association> tasks, Verdict verdict) {
    for (var task : tasks) {
      boolean had = Long.valueOf(task.epoch()).equals(accepted.get(task.taskId()));
      if (task.status() == TaskStatus.SUCCESS && !had) {
        verdict.broken(this, task.taskId() + " succeeded in an epoch that had no effect");
      }
    }
  }
}
