package dev.atf.simulation.check;

import dev.atf.model.TaskEvent;
import java.util.Objects;

/** A task ends once; after it only a redrive by an operator gives it another life. */
public final class OutcomeIsFinal implements Rule {
  @Override
  public String name() {
    return "one outcome, unchanged";
  }

  @Override
  public void changed(Change change, Verdict verdict) {
    if (!change.before().status().finished() || change.event() == TaskEvent.REDRIVE) {
      return;
    }
    boolean same =
        change.before().status() == change.after().status()
            && Objects.equals(change.before().outcome(), change.after().outcome())
            && Objects.equals(change.before().finishedAt(), change.after().finishedAt());
    if (!same) {
      verdict.broken(
          this,
          "%s of %s: %s became %s"
              .formatted(
                  change.event(),
                  change.after().taskId(),
                  change.before().status(),
                  change.after().status()));
    }
  }
}
