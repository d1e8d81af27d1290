package dev.atf.lab.chaos;

import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.Limits;
import dev.atf.model.task.Association;
import dev.atf.simulation.check.Promise;
import dev.atf.simulation.check.Rule;
import dev.atf.simulation.world.Operation;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rule that a task ends as its request says, or is parked because its executors died as often as is
 * allowed.
 */
final class EndsAsRequested implements Rule {
  private final Function<String, @Nullable TaskRequest> requests;
  private final int attemptsMax;
  private final Map<TaskId, TaskRequest> promised = new HashMap<>();
  private int parked;

  /**
   * @param requests by their keys
   */
  EndsAsRequested(Function<String, @Nullable TaskRequest> requests, int attemptsMax) {
    this.requests = requests;
    this.attemptsMax = attemptsMax;
  }

  @Override
  public String name() {
    return "a task ends as its operation says";
  }

  /**
   * Returns the number of tasks that were parked for the deaths of their executors without being
   * the cause of them.
   */
  int parked() {
    return parked;
  }

  @Override
  public void promised(Promise promise, Verdict verdict) {
    var request = requests.apply(promise.key());
    if (request == null) {
      verdict.broken(this, promise + " was not wished for");
    } else {
      promised.put(promise.taskId(), request);
    }
  }

  @Override
  public void atTheEnd(Instant at, Collection<Association> tasks, Verdict verdict) {
    for (var task : tasks) {
      var request = promised.get(task.taskId());
      if (request == null || !task.status().finished()) {
        // It was never acknowledged, or another rule reports it.
        continue;
      }
      if (isParked(task)) {
        parked += request.operation().kind() == Operation.Kind.POISON ? 0 : 1;
      } else if (!request.mayEnd(task.status(), codeOf(task))) {
        verdict.broken(
            this, "%s ended as %s %s: %s".formatted(request, task.status(), codeOf(task), task));
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
