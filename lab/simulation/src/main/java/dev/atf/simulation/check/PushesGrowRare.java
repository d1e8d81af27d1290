package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Rule that an unclaimed reference is pushed again less and less often. */
final class PushesGrowRare implements Rule {
  private final Duration first;
  private final int doublingsMax;
  private final Map<TaskId, Integer> looks = new HashMap<>();

  /**
   * @param first time until the first look
   * @param doublingsMax number of looks after which the time between two no longer grows
   */
  public PushesGrowRare(Duration first, int doublingsMax) {
    this.first = first;
    this.doublingsMax = doublingsMax;
  }

  @Override
  public String name() {
    return "pushes grow rare";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    var task = change.after();
    switch (change.event()) {
      case PUSH_AGAIN -> {
        int times = Objects.requireNonNull(looks.merge(task.taskId(), 1, Integer::sum));
        // Half of it, since the consumer's clock may be wrong; from the time of the alarm, not from
        // now, since a decision may be written late.
        var least = first.multipliedBy(1L << Math.min(times - 1, doublingsMax)).dividedBy(2);
        var next = Objects.requireNonNull(task.trigger()).at();
        var decidedAfter = Objects.requireNonNull(change.before().trigger()).at();
        if (next.isBefore(decidedAfter.plus(least)) && next.isBefore(task.header().deadline())) {
          verdict.broken(
              this,
              "%s is checked again at %s, after check %d at %s"
                  .formatted(task.taskId(), next, times, change.at()));
        }
      }
      // A refused push begins again, and soon.
      case RELEASE, PUSH_FAILED -> looks.remove(task.taskId());
      default -> {}
    }
  }
}
