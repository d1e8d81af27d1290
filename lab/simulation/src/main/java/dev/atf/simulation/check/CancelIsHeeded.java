package dev.atf.simulation.check;

import dev.atf.model.TaskStatus;

/** Rule that a task whose cancellation was requested is not retried. */
final class CancelIsHeeded implements Rule {
  @Override
  public String name() {
    return "a cancel is heeded";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    if (change.before().cancelRequested()
        && change.after().cancelRequested()
        && change.after().status() == TaskStatus.RETRIABLE_FAILURE) {
      verdict.broken(
          this, "%s of %s waits for a retry".formatted(change.event(), change.after().taskId()));
    }
  }
}
