package dev.atf.executor.core;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.ToLongFunction;

/** All attempts that this process holds; at most one for each task. */
@Singleton
public final class RunningAttempts {
  private final ConcurrentMap<String, RunningAttempt> byTask = new ConcurrentHashMap<>();

  @Inject
  public RunningAttempts() {}

  /**
   * Takes the attempt in.
   *
   * @return false if another attempt of the same task is still here; it is told that it is lost,
   *     since a later one has been claimed
   */
  public boolean add(RunningAttempt attempt) {
    var earlier = byTask.putIfAbsent(attempt.taskId(), attempt);
    if (earlier != null) {
      lost(earlier);
      return false;
    }
    return true;
  }

  public void remove(RunningAttempt attempt) {
    byTask.remove(attempt.taskId(), attempt);
  }

  /** The claim is lost. Only an attempt whose handler still runs stays, to be watched. */
  public void lost(RunningAttempt attempt) {
    attempt.lose();
    if (!attempt.isInHandler()) {
      remove(attempt);
    }
  }

  public boolean holds(RunningAttempt attempt) {
    return byTask.get(attempt.taskId()) == attempt;
  }

  public List<RunningAttempt> all() {
    return List.copyOf(byTask.values());
  }

  /** Those whose lease is to be extended. */
  public List<RunningAttempt> owned() {
    return byTask.values().stream().filter(attempt -> !attempt.isLost()).toList();
  }

  public int count() {
    return byTask.size();
  }

  /** The first deadline to come, on the monotonic clock; empty when nothing is here. */
  public OptionalLong earliestDeadline() {
    return earliest(RunningAttempt::deadline);
  }

  /** When the one that has been here longest was claimed, on the monotonic clock. */
  OptionalLong earliestClaim() {
    return earliest(RunningAttempt::claimedAt);
  }

  private OptionalLong earliest(ToLongFunction<RunningAttempt> moment) {
    // Monotonic nanoseconds may wrap: only their differences can be compared.
    return byTask.values().stream().mapToLong(moment).reduce((a, b) -> a - b <= 0 ? a : b);
  }
}
