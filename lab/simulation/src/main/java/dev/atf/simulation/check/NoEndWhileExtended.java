package dev.atf.simulation.check;

import dev.atf.model.ExecutorId;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LeaseTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Rule that no executor ends itself while its leases are extended, unless one of them has ended.
 * The rule assumes that a heartbeat that extended a lease is answered.
 */
public final class NoEndWhileExtended implements Rule {
  /**
   * Maximum time by which an executor starts to count a lease earlier than the store does. It is
   * also the maximum time after which the executor knows of an extension.
   */
  private static final Duration KNOWN_AFTER = Duration.ofSeconds(1);

  private final LeaseTimes times;
  private final Map<TaskId, Held> held = new HashMap<>();
  private final Map<ExecutorId, Instant> lastExtended = new HashMap<>();

  /**
   * @param since time of its claim, or of the heartbeat that extended it last
   * @param before time of the call before it, which counts while this one is in progress
   */
  private record Held(ExecutorId owner, Instant since, Instant before) {
    Held extended(Instant at) {
      return new Held(owner, at, heardSince(at));
    }

    /** Returns the latest of these times that its owner certainly knows. */
    Instant heardSince(Instant now) {
      return since.isAfter(now.minus(KNOWN_AFTER)) ? before : since;
    }
  }

  public NoEndWhileExtended(LeaseTimes times) {
    this.times = times;
  }

  @Override
  public String name() {
    return "no process ends while its leases are extended";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    var task = change.after();
    var lease = task.lease();
    if (lease == null || !task.status().running()) {
      held.remove(task.taskId());
      return;
    }
    switch (change.event()) {
      case CLAIM, CLAIM_AND_MOVE_ALARM ->
          held.put(task.taskId(), new Held(lease.owner(), change.at(), change.at()));
      case HEARTBEAT -> {
        held.computeIfPresent(task.taskId(), (id, before) -> before.extended(change.at()));
        lastExtended.put(lease.owner(), change.at());
      }
      default -> {}
    }
  }

  @Override
  public void leaseOver(Instant at, ExecutorId executor, Verdict verdict) {
    // From the first heartbeat that it counts as missed to the last.
    var missedFor = times.heartbeatInterval().multipliedBy(times.missedHeartbeatsMax() - 1L);
    var last = lastExtended.getOrDefault(executor, Instant.MIN);
    var over = at.minus(times.lease()).plus(KNOWN_AFTER);
    boolean oneIsOver =
        held.values().stream()
            .anyMatch(one -> one.owner().equals(executor) && !one.heardSince(at).isAfter(over));
    if (last.isAfter(at.minus(missedFor)) && !oneIsOver) {
      verdict.broken(
          this, "%s ended at %s, a lease was extended at %s".formatted(executor, at, last));
    }
  }
}
