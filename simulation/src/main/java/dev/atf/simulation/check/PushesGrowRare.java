package dev.atf.simulation.check;

import dev.atf.model.Association;
import dev.atf.model.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** A reference that nobody claims is pushed again less and less often. */
public final class PushesGrowRare implements Rule {
  private final Duration first;
  private final int doublingsMax;
  private final Map<TaskId, Integer> looks = new HashMap<>();

  /** When the alarm was set last: whoever sets it next has decided after that. */
  private final Map<TaskId, Instant> setAt = new HashMap<>();

  /**
   * @param first until the first look
   * @param doublingsMax after so many looks the time between two grows no more
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
  public void created(Instant at, Association task, Verdict verdict) {
    setAt.put(task.taskId(), at);
  }

  @Override
  public void changed(Change change, Verdict verdict) {
    var task = change.after();
    switch (change.event()) {
      case PUSH_AGAIN -> {
        int times = Objects.requireNonNull(looks.merge(task.taskId(), 1, Integer::sum));
        // Half of it: the consumer's clock may be wrong. And not from now: it may have decided long
        // ago, and written late.
        var least = first.multipliedBy(1L << Math.min(times - 1, doublingsMax)).dividedBy(2);
        var next = Objects.requireNonNull(task.trigger()).at();
        var decidedAfter = Objects.requireNonNull(setAt.get(task.taskId()));
        if (next.isBefore(decidedAfter.plus(least)) && next.isBefore(task.header().deadline())) {
          verdict.broken(
              this,
              "%s is looked at again at %s, after look %d at %s"
                  .formatted(task.taskId(), next, times, change.at()));
        }
      }
      // A refused push begins again, and soon.
      case RELEASE, PUSH_FAILED -> looks.remove(task.taskId());
      default -> {}
    }
    if (!Objects.equals(change.before().trigger(), task.trigger())) {
      setAt.put(task.taskId(), change.at());
    }
  }
}
