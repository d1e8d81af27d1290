package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** Rule that a task whose cancellation was final does not begin to run. */
final class NothingAfterCancel implements Rule {
  private final Set<TaskId> cancelled = new HashSet<>();

  @Override
  public String name() {
    return "nothing after a final cancel";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    switch (change.after().status()) {
      case CANCELLED -> cancelled.add(change.after().taskId());
      default -> cancelled.remove(change.after().taskId());
    }
  }

  @Override
  public void began(Instant at, ObservedExecution execution, Verdict verdict) {
    if (cancelled.contains(execution.taskId())) {
      verdict.broken(this, execution + " began after the task was cancelled");
    }
  }
}
