package dev.atf.simulation.check;

import dev.atf.model.Association;
import dev.atf.model.Outcome;
import dev.atf.model.history.TaskEvent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
            && Objects.equals(made(change.before()), made(change.after()))
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

  /** Whether its children are made is no part of what came of it. */
  private static @Nullable Outcome made(Association task) {
    return task.withChildren(task.children().made()).outcome();
  }
}
