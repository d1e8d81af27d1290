package dev.atf.simulation.check;

import dev.atf.model.TaskEvent;
import dev.atf.model.TaskId;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The outcome that counts is that of the latest claim: none that was taken from its executor. */
public final class RightfulOutcome implements Rule {
  private final Map<TaskId, Execution> latest = new HashMap<>();

  @Override
  public String name() {
    return "no stale effect is accepted";
  }

  @Override
  public void began(Instant at, Execution execution, Verdict verdict) {
    var before = latest.get(execution.taskId());
    if (before == null || before.epoch() <= execution.epoch()) {
      latest.put(execution.taskId(), execution);
    }
  }

  @Override
  public void changed(Change change, Verdict verdict) {
    if (change.event() != TaskEvent.SUCCEED) {
      return;
    }
    var lease = change.before().lease();
    var execution = latest.get(change.before().taskId());
    boolean its =
        lease != null
            && execution != null
            && execution.epoch() == change.before().epoch()
            && execution.claimId().equals(lease.claimId().value());
    if (!its) {
      verdict.broken(
          this,
          "the success of %s in epoch %d is not that of %s"
              .formatted(change.before().taskId(), change.before().epoch(), execution));
    }
  }
}
