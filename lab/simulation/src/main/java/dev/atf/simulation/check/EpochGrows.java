package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import java.util.HashMap;
import java.util.Map;

/** Rule that an epoch never falls, grows by one at a time, and is claimed at most once. */
final class EpochGrows implements Rule {
  private final Map<TaskId, Long> claimed = new HashMap<>();

  @Override
  public String name() {
    return "epochs grow, each is claimed at most once";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    var task = change.after();
    long grown = task.epoch() - change.before().epoch();
    if (grown < 0 || grown > 1) {
      verdict.broken(
          this,
          "%s moved %s from epoch %d to %d"
              .formatted(change.event(), task.taskId(), change.before().epoch(), task.epoch()));
    }
    if (isClaim(change)) {
      var last = claimed.put(task.taskId(), task.epoch());
      if (last != null && last >= task.epoch()) {
        verdict.broken(
            this,
            "%s was claimed in epoch %d after %d".formatted(task.taskId(), task.epoch(), last));
      }
    }
  }

  private static boolean isClaim(ObservedChange change) {
    return switch (change.event()) {
      case CLAIM, CLAIM_AND_MOVE_ALARM -> true;
      default -> false;
    };
  }
}
