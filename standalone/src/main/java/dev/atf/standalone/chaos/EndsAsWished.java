package dev.atf.standalone.chaos;

import dev.atf.model.Association;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.Limits;
import dev.atf.simulation.check.Promise;
import dev.atf.simulation.check.Rule;
import dev.atf.simulation.world.Deed;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A task ends as its wish says, or is parked because its executors died under it as often as they
 * may.
 */
final class EndsAsWished implements Rule {
  private final Function<String, @Nullable Wish> wishes;
  private final int attemptsMax;
  private final Map<TaskId, Wish> promised = new HashMap<>();
  private int parked;

  /**
   * @param wishes by their keys
   */
  EndsAsWished(Function<String, @Nullable Wish> wishes, int attemptsMax) {
    this.wishes = wishes;
    this.attemptsMax = attemptsMax;
  }

  @Override
  public String name() {
    return "a task ends as its deed says";
  }

  /** Tasks that were parked for the deaths of their executors, and were not to kill them. */
  int parked() {
    return parked;
  }

  @Override
  public void promised(Promise promise, Verdict verdict) {
    var wish = wishes.apply(promise.key());
    if (wish == null) {
      verdict.broken(this, promise + " was not wished for");
    } else {
      promised.put(promise.taskId(), wish);
    }
  }

  @Override
  public void atTheEnd(Instant at, Collection<Association> tasks, Verdict verdict) {
    for (var task : tasks) {
      var wish = promised.get(task.taskId());
      if (wish == null || !task.status().finished()) {
        // Nobody was told of it, or another rule says so.
        continue;
      }
      if (isParked(task)) {
        parked += wish.deed().kind() == Deed.Kind.POISON ? 0 : 1;
      } else if (!wish.mayEnd(task.status(), codeOf(task))) {
        verdict.broken(
            this, "%s ended as %s %s: %s".formatted(wish, task.status(), codeOf(task), task));
      }
    }
  }

  private boolean isParked(Association task) {
    if (task.status() != TaskStatus.FATAL_FAILURE) {
      return false;
    }
    var code = codeOf(task);
    boolean quarantined =
        code.equals(FrameworkFailure.QUARANTINED.name()) && task.deaths() >= Limits.DEATHS_MAX;
    boolean exhausted =
        code.equals(FrameworkFailure.ATTEMPTS_EXHAUSTED.name()) && task.attempt() >= attemptsMax;
    return quarantined || exhausted;
  }

  private static String codeOf(Association task) {
    var outcome = task.outcome();
    var failure = outcome == null ? null : outcome.failure();
    return failure == null ? "" : failure.code();
  }
}
