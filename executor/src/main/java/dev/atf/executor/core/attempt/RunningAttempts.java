package dev.atf.executor.core.attempt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All attempts that this executor holds. This executor and the others of its process hold at most
 * one attempt of each task. An isolated attempt is no longer held, but no other attempt of its task
 * is added while its handler still runs. An attempt that must run alone reserves the executor:
 * until that attempt has ended, no other one is added.
 */
public final class RunningAttempts {
  /**
   * Maximum number of ended claims that are kept for the next report. It is more than can end
   * between two calls for work. If there are more, the oldest ones are not reported.
   */
  private static final int ENDED_MAX = 10_000;

  /**
   * Claim that has ended.
   *
   * @param failed whether the failure of its attempt was recorded
   */
  public record EndedClaim(String id, boolean failed) {}

  private final ConcurrentMap<String, RunningAttempt> byTask = new ConcurrentHashMap<>();
  private final Map<String, RunningAttempt> isolated = new HashMap<>();

  /** Attempts that this or another executor of this process holds or has isolated. */
  private final ConcurrentMap<String, RunningAttempt> inProcess;

  private @Nullable RunningAttempt reservedFor;

  private final Deque<EndedClaim> ended = new ArrayDeque<>();

  public RunningAttempts() {
    this(new ConcurrentHashMap<>());
  }

  private RunningAttempts(ConcurrentMap<String, RunningAttempt> inProcess) {
    this.inProcess = inProcess;
  }

  /**
   * Returns the attempts of a new executor in this process. It never holds an attempt of a task
   * that this executor holds.
   */
  public RunningAttempts ofAnotherExecutor() {
    return new RunningAttempts(inProcess);
  }

  /**
   * Adds the attempt. If this process still has an earlier attempt of the same task, the claim of
   * that attempt is marked as lost.
   *
   * @return reason why the attempt was not added; empty if it was added
   */
  public synchronized Optional<ReturnReason> add(RunningAttempt attempt) {
    var earlier = byTask.get(attempt.taskId());
    if (earlier != null) {
      lost(earlier);
      return Optional.of(ReturnReason.STILL_RUNNING);
    }
    if (isolated.containsKey(attempt.taskId())) {
      return Optional.of(ReturnReason.STILL_RUNNING);
    }
    if (reservedFor != null) {
      return Optional.of(ReturnReason.PROCESS_RESERVED);
    }
    var elsewhere = inProcess.putIfAbsent(attempt.taskId(), attempt);
    if (elsewhere != null) {
      elsewhere.lose();
      return Optional.of(ReturnReason.STILL_RUNNING);
    }
    if (attempt.runsAlone()) {
      reservedFor = attempt;
    }
    byTask.put(attempt.taskId(), attempt);
    return Optional.empty();
  }

  public synchronized void remove(RunningAttempt attempt) {
    release(attempt);
    inProcess.remove(attempt.taskId(), attempt);
  }

  private void release(RunningAttempt attempt) {
    isolated.remove(attempt.taskId(), attempt);
    if (byTask.remove(attempt.taskId(), attempt)) {
      if (ended.size() == ENDED_MAX) {
        ended.remove();
      }
      ended.add(new EndedClaim(attempt.work().getClaimId(), attempt.hasFailed()));
    }
    if (reservedFor == attempt) {
      reservedFor = null;
    }
  }

  /**
   * Marks the claim as lost and abandons the attempt. Its handler may still run.
   *
   * @return whether the handler still runs
   */
  public synchronized boolean isolate(RunningAttempt attempt) {
    attempt.lose();
    boolean stillRuns = attempt.isInHandler() && holds(attempt);
    if (stillRuns) {
      release(attempt);
      isolated.put(attempt.taskId(), attempt);
    } else {
      remove(attempt);
    }
    return stillRuns;
  }

  public synchronized int isolatedCount() {
    return isolated.size();
  }

  /** Returns the threads that run a handler, including those of isolated attempts. */
  public synchronized List<Thread> handlerThreads() {
    return Stream.concat(byTask.values().stream(), isolated.values().stream())
        .flatMap(attempt -> attempt.handlerThread().stream())
        .toList();
  }

  /** Takes the claims that have ended since the last call of this method, oldest first. */
  public synchronized List<EndedClaim> takeEnded(int most) {
    var taken = new ArrayList<EndedClaim>();
    while (taken.size() < most && !ended.isEmpty()) {
      taken.add(ended.remove());
    }
    return taken;
  }

  /** Returns whether there are ended claims that have not been taken. */
  public synchronized boolean hasEnded() {
    return !ended.isEmpty();
  }

  /** Puts back claims that could not be reported. They are taken first the next time. */
  public synchronized void putBackEnded(List<EndedClaim> claims) {
    for (int i = claims.size() - 1; i >= 0 && ended.size() < ENDED_MAX; i--) {
      ended.addFirst(claims.get(i));
    }
  }

  /** Returns whether the executor is reserved, so that no other attempt is added. */
  public synchronized boolean isReserved() {
    return reservedFor != null;
  }

  /** Returns whether this executor holds only this attempt, and adds no other. */
  public synchronized boolean isAlone(RunningAttempt attempt) {
    return reservedFor == attempt && byTask.size() == 1;
  }

  /**
   * Marks the claim as lost. The attempt is held as long as its handler still runs, so that the
   * handler is watched.
   */
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

  /** Returns the attempts whose leases must be extended. */
  public List<RunningAttempt> owned() {
    return byTask.values().stream().filter(attempt -> !attempt.isLost()).toList();
  }

  public int count() {
    return byTask.size();
  }

  /** Returns the earliest deadline, on the monotonic clock; empty without attempts. */
  public OptionalLong earliestDeadline() {
    return earliest(RunningAttempt::deadline);
  }

  /** Returns the time on the monotonic clock at which the oldest attempt was claimed. */
  public OptionalLong earliestClaim() {
    return earliest(RunningAttempt::claimedAt);
  }

  private OptionalLong earliest(ToLongFunction<RunningAttempt> moment) {
    // Values of the monotonic clock may overflow, so only their differences can be compared.
    return byTask.values().stream().mapToLong(moment).reduce((a, b) -> a - b <= 0 ? a : b);
  }
}
