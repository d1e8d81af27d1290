package dev.atf.simulation.check;

import dev.atf.model.FrameworkFailure;
import dev.atf.model.task.Outcome;
import org.jspecify.annotations.Nullable;

/** Rule that an attempt is killed only if that was requested of its own epoch. */
final class KillIsAskedFor implements Rule {
  @Override
  public String name() {
    return "a kill is of the attempt that it names";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    var before = change.before();
    if (before.status().running()
        && !change.after().status().running()
        && isKilled(change.after().outcome())
        && before.killRequested() != before.epoch()) {
      verdict.broken(
          this,
          "%s of %s in epoch %d, of epoch %d a kill was requested"
              .formatted(change.event(), before.taskId(), before.epoch(), before.killRequested()));
    }
  }

  private static boolean isKilled(@Nullable Outcome outcome) {
    return outcome != null
        && outcome.failure() != null
        && outcome.failure().code().equals(FrameworkFailure.KILLED.name());
  }
}
