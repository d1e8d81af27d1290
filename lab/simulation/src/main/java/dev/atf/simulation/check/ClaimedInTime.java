package dev.atf.simulation.check;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Rule that a task that is pushed while an executor waits for work of its lambda is claimed soon,
 * even if another lambda's claims fail. It assumes one host and no other faults.
 */
public final class ClaimedInTime implements Rule {
  /** Longer than a poll, and longer than a lower priority has to wait for its turn. */
  static final Duration WAIT_MAX = Duration.ofSeconds(2);

  private final LambdaName refused;
  private final Map<TaskId, Instant> pushed = new HashMap<>();
  private final Map<LambdaName, Instant> awaitedSince = new HashMap<>();
  private final Map<LambdaName, Integer> awaited = new HashMap<>();

  /**
   * @param refused the lambda whose claims may fail
   */
  public ClaimedInTime(LambdaName refused) {
    this.refused = refused;
  }

  @Override
  public String name() {
    return "lambdas fail apart";
  }

  @Override
  public void workAwaited(Instant at, LambdaName lambda) {
    if (awaited.merge(lambda, 1, Integer::sum) == 1) {
      awaitedSince.put(lambda, at);
    }
  }

  @Override
  public void workAnswered(LambdaName lambda) {
    awaited.merge(lambda, -1, Integer::sum);
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    var task = change.after();
    if (task.status() == TaskStatus.ENQUEUED) {
      pushed.putIfAbsent(task.taskId(), change.at());
      return;
    }
    var since = pushed.remove(task.taskId());
    var lambda = task.header().lambda();
    if (since == null
        || !JobHistory.isClaim(change.event())
        || lambda.equals(refused)
        || awaited.getOrDefault(lambda, 0) == 0) {
      return;
    }
    var asked = Objects.requireNonNull(awaitedSince.get(lambda));
    var from = asked.isAfter(since) ? asked : since;
    if (change.at().isAfter(from.plus(WAIT_MAX))) {
      verdict.broken(
          this,
          "%s of %s could be claimed from %s and was at %s"
              .formatted(task.taskId(), lambda, from, change.at()));
    }
  }
}
