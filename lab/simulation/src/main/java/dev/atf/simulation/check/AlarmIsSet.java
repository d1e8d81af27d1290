package dev.atf.simulation.check;

import dev.atf.model.task.Association;
import java.time.Duration;
import java.time.Instant;

/** Rule that every unfinished or unsettled task has an alarm that rings before long. */
final class AlarmIsSet implements Rule {
  private final Duration runningMax;

  /**
   * @param runningMax longest time from a claim or heartbeat to its alarm
   */
  public AlarmIsSet(Duration runningMax) {
    this.runningMax = runningMax;
  }

  @Override
  public String name() {
    return "every unfinished task has its alarm";
  }

  @Override
  public void created(Instant at, Association task, Verdict verdict) {
    check(at, task, verdict);
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    check(change.at(), change.after(), verdict);
  }

  private void check(Instant at, Association task, Verdict verdict) {
    // PromisesAreKept covers tasks that wait for their turn.
    if (!task.needsAttention() || task.waits()) {
      return;
    }
    var trigger = task.trigger();
    if (trigger == null || !trigger.alarm().rings()) {
      verdict.broken(this, task.taskId() + " is " + task.status() + " without an alarm");
    } else if (task.isUnsettled() && !trigger.at().equals(task.finishedAt())) {
      // An alarm of the claim would make the children, too, but a lease later.
      verdict.broken(
          this, task.taskId() + " has children to be created and rings at " + trigger.at());
    } else if (task.status().running() && trigger.at().isAfter(at.plus(runningMax))) {
      verdict.broken(
          this,
          "%s is %s and rings only at %s".formatted(task.taskId(), task.status(), trigger.at()));
    }
  }
}
