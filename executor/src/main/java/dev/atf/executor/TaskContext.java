package dev.atf.executor;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** What a handler may know of the attempt it runs. Safe to use from any thread. */
public interface TaskContext {
  String taskId();

  String lambda();

  String priority();

  /** Empty if the task is of none. */
  String collection();

  /** 1 for the first execution; a crash consumes one. */
  int attempt();

  /**
   * Grows with every execution of the task: a resource that refuses smaller tokens than it has seen
   * is safe from an execution that was taken for dead.
   */
  long fencingToken();

  /** The time from which the task was allowed to run. */
  Instant scheduledAt();

  Map<String, String> labels();

  /**
   * How long this attempt may go on if no further heartbeat succeeds; each one that does moves it.
   * Zero or less once it is over.
   */
  Duration leaseRemaining();

  /** Whether to stop: cancelled, lease lost, or the process ends. */
  boolean isCancelled();

  /**
   * @throws TaskCancelledException if {@link #isCancelled}; let it pass and the framework reports
   *     the right outcome
   */
  void throwIfCancelled();

  /**
   * Checks that nobody else can be running this task now. To be called right before an effect that
   * cannot carry the fencing token; a pause between the check and the effect remains possible.
   *
   * @throws LeaseLostException if the lease was lost or its local deadline has passed
   */
  void ensureOwned();
}
