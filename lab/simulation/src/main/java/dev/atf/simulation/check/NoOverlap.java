package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Rule that no task runs in two places at a time. */
public final class NoOverlap implements Rule {
  private final Map<TaskId, ObservedExecution> running = new HashMap<>();

  @Override
  public String name() {
    return "never twice at the same time";
  }

  @Override
  public void began(Instant at, ObservedExecution execution, Verdict verdict) {
    var other = running.putIfAbsent(execution.taskId(), execution);
    if (other != null) {
      verdict.broken(this, execution + " began while " + other + " ran");
    }
  }

  @Override
  public void ended(Instant at, ObservedExecution execution, Verdict verdict) {
    running.remove(execution.taskId(), execution);
  }
}
