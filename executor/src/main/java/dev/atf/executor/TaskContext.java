package dev.atf.executor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a handler may know of the attempt it runs. Safe to use from any thread. */
public interface TaskContext {
  String taskId();

  String lambda();

  String priority();

  /** Empty if the task is of none. */
  String collection();

  /** 1 for the first execution; a crash consumes one. */
  int attempt();

  /** The attempts that the lambda's retry policy allows; 0 if this is not known. */
  int maxAttempts();

  /** Whether a failure of this attempt makes the task a dead letter; false if not known. */
  boolean isLastAttempt();

  /** When the task is given up, even while it runs. */
  Optional<Instant> deadline();

  /**
   * Grows with every execution of the task: a resource that refuses smaller tokens than it has seen
   * is safe from an execution that was taken for dead.
   */
  long fencingToken();

  /** The time from which the task was allowed to run. */
  Instant scheduledAt();

  Map<String, String> labels();

  /**
   * What continues the trace in calls of others: headers of W3C Trace Context, {@code traceparent}
   * and perhaps {@code tracestate}. Of this attempt's span; where attempts are not traced, of the
   * call that scheduled the task; empty if that was in no trace.
   */
  Map<String, String> traceHeaders();

  /**
   * How long this attempt may go on if no further heartbeat succeeds; each one that does moves it.
   * Zero or less once it is over.
   */
  Duration leaseRemaining();

  /** Returns whether to stop: cancelled, past its deadline, lease lost, or the process ends. */
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

  /**
   * Says how far the work is, for people. The latest word goes with the next heartbeat, or with the
   * result; it never causes a call.
   *
   * @param json written as JSON at once, to at most 1 KB
   * @throws IllegalArgumentException if it is larger, with the numbers, or cannot be written
   */
  void progress(Object json);

  /**
   * Says where the next attempt may go on, should there be one. The latest word goes with the next
   * heartbeat, or with the result, so that it is known also when the handler fails at once. Of a
   * process that dies, the next attempt finds what went with the last heartbeat or, if one of them
   * was delayed, something earlier; never a mixture.
   *
   * @param json written as JSON at once, to at most 4 KB
   * @throws IllegalArgumentException if it is larger, with the numbers, or cannot be written
   */
  void checkpoint(Object json);

  /**
   * The same in the handler's own format.
   *
   * @param data copied; at most 4 KB
   * @throws IllegalArgumentException if it is larger, with the numbers
   */
  void checkpoint(byte[] data, String contentType);

  /** What an earlier attempt left; not changed by what this one says. */
  Optional<Checkpoint> lastCheckpoint();

  /**
   * The same, read as a payload of that type would be.
   *
   * @throws IllegalStateException if it cannot be read so, for example because it was written by
   *     another version
   */
  <T> Optional<T> lastCheckpoint(Class<T> type);

  /**
   * Schedules another task as a part of this attempt's success: it is made if, and only if, the
   * success is recorded, exactly once, however often attempts are repeated and reports are lost.
   * Nothing is made of what an attempt schedules that fails, is cancelled, or loses its lease, nor
   * of what is scheduled after the handler has returned.
   *
   * <p>Children start a few seconds after their parent's end; GetTask shows their ids with it. One
   * that cannot be, because its lambda or priority is unknown or its payload is too large, makes
   * this task a dead letter with CHILD_REFUSED. Of a lambda other than one's own the worker needs
   * the right to schedule.
   *
   * @return its number among the children of this attempt, from 0
   * @throws IllegalArgumentException if its payload cannot be written as JSON
   * @throws IllegalStateException if there are 100 already, if all together exceed 1 MB, or if the
   *     attempt is over
   */
  int schedule(ChildTask child);

  /**
   * Schedules children as {@link #schedule} does, and a task that runs once all of them have
   * succeeded; if one fails for good, it never does ({@link OnChildFailure#STOP}). It reads what
   * they returned by {@link StepContext#childResult}.
   *
   * <p>They are the steps of a job, which is made if, and only if, the success is recorded; GetTask
   * of this task names it. All children of an attempt together, with those that wait for them, are
   * at most 100, of 1 MB. Results and payload of what waits are together at most 350 KB, or it
   * becomes a dead letter with INPUT_TOO_LARGE.
   *
   * @param children that start at once: without a time, a delay, a deadline, or an ordering key;
   *     may be none
   * @param then the same, of what comes after them
   * @throws IllegalArgumentException if one has what it may not have, or a payload cannot be
   *     written as JSON
   * @throws IllegalStateException if they are too many or too large, or if the attempt is over
   */
  default void scheduleThen(List<ChildTask> children, ChildTask then) {
    scheduleThen(children, then, OnChildFailure.STOP);
  }

  /** The same, and what becomes of it when a child has failed for good. */
  void scheduleThen(List<ChildTask> children, ChildTask then, OnChildFailure onFailure);

  /** Of the job that the task is a step of; empty if it is of none. */
  default Optional<StepContext> job() {
    return Optional.empty();
  }
}
