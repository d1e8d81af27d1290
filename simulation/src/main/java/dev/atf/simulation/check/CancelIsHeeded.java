package dev.atf.simulation.check;

import dev.atf.model.TaskStatus;

/** A task that was asked to stop is not tried again. */
public final class CancelIsHeeded implements Rule {
  @Override
  public String name() {
    return "a cancel is heeded";
  }

  @Override
  public void changed(Change change, Verdict verdict) {
    if (change.before().cancelRequested()
        && change.after().cancelRequested()
        && change.after().status() == TaskStatus.RETRIABLE_FAILURE) {
      verdict.broken(
          this, "%s of %s waits for a retry".formatted(change.event(), change.after().taskId()));
    }
  }
}
