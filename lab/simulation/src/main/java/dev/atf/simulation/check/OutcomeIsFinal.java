package dev.atf.simulation.check;

import dev.atf.model.task.Association;
import dev.atf.model.task.Notices;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEvent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rule that a task ends once; only an operator's redrive starts it again. */
final class OutcomeIsFinal implements Rule {
  @Override
  public String name() {
    return "one outcome, unchanged";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    if (!change.before().status().finished() || change.event() == TaskEvent.REDRIVE) {
      return;
    }
    boolean same =
        change.before().status() == change.after().status()
            && Objects.equals(result(change.before()), result(change.after()))
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

  /** Returns the result. Children and notices are created after it. */
  private static @Nullable Outcome result(Association task) {
    var outcome = task.withChildren(task.children().created()).outcome();
    return outcome == null ? null : outcome.with(Notices.NONE);
  }
}
