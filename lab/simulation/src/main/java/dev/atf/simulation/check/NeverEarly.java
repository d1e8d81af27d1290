package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.TaskEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Rule that no task starts before its time. A difference of one clock error is allowed. */
final class NeverEarly implements Rule {
  private final Duration clockError;
  private final Map<TaskId, Instant> notBefore = new HashMap<>();

  public NeverEarly(Duration clockError) {
    this.clockError = clockError;
  }

  @Override
  public String name() {
    return "never before its time";
  }

  @Override
  public void created(Instant at, dev.atf.model.task.Association task, Verdict verdict) {
    var scheduledAt = task.header().scheduledAt();
    notBefore.put(task.taskId(), scheduledAt);
    if (task.status() == TaskStatus.ENQUEUED && at.isBefore(scheduledAt.minus(clockError))) {
      verdict.broken(this, task.taskId() + " was created ready before " + scheduledAt);
    }
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    var trigger = change.before().trigger();
    if (change.event() == TaskEvent.RELEASE
        && change.before().status() != TaskStatus.BLOCKED // its alarm is a check, not its time
        && trigger != null
        && change.at().isBefore(trigger.at().minus(clockError))) {
      verdict.broken(this, change.after().taskId() + " was released before " + trigger.at());
    }
    switch (change.event()) {
      // From now on, the time that the client requested is the bound.
      case RESCHEDULE ->
          notBefore.put(change.after().taskId(), change.after().header().scheduledAt());
      case RUN_NOW -> notBefore.put(change.after().taskId(), Instant.MIN);
      default -> {}
    }
  }

  @Override
  public void began(Instant at, ObservedExecution execution, Verdict verdict) {
    var earliest = notBefore.getOrDefault(execution.taskId(), Instant.MAX);
    if (!earliest.equals(Instant.MIN) && at.isBefore(earliest.minus(clockError))) {
      verdict.broken(this, execution + " began at " + at + ", before " + earliest);
    }
  }
}
