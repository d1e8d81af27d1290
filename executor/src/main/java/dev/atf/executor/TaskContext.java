package dev.atf.executor;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** View of the running attempt for its handler. Thread-safe. */
public interface TaskContext {
  String taskId();

  String lambda();

  String priority();

  /** Returns the collection of the task; empty if it has none. */
  String collection();

  /** Returns the number of the attempt: 1 for the first execution; a crash consumes one. */
  int attempt();

  /** Returns the number of attempts that the lambda's retry policy allows; 0 if it is not known. */
  int maxAttempts();

  /**
   * Returns whether a failure of this attempt makes the task a dead letter; false if that is not
   * known.
   */
  boolean isLastAttempt();

  /** Returns the time at which the task is given up, even while it runs. */
  Optional<Instant> deadline();

  /**
   * Returns the fencing token, which grows with every execution of the task: a resource that
   * refuses tokens smaller than the greatest it has seen is safe from an execution that was wrongly
   * considered dead.
   */
  long fencingToken();

  /** Returns the time from which the task was allowed to run. */
  Instant scheduledAt();

  Map<String, String> labels();

  /**
   * Returns whether this is a canary of the lambda: a task that the framework made to see that the
   * lambda's tasks run. A handler leaves its effects out then, as far as it has to.
   */
  default boolean isCanary() {
    return labels().containsKey("atf-canary");
  }

  /**
   * Returns headers that continue the trace in calls of other services: those of W3C Trace Context,
   * {@code traceparent} and perhaps {@code tracestate}. They name this attempt's span; where
   * attempts are not traced, the call that scheduled the task; empty if that was in no trace.
   */
  Map<String, String> traceHeaders();

  /**
   * Returns how long this attempt may go on if no further heartbeat succeeds; each successful one
   * extends it. Zero or less once it is over.
   */
  Duration leaseRemaining();

  /**
   * Returns whether to stop: cancelled, killed, past its deadline, lease lost, or the process ends.
   */
  boolean isCancelled();

  /**
   * Throws if {@link #isCancelled}. Let the exception pass, and the framework reports the right
   * outcome.
   *
   * @throws TaskCancelledException if {@link #isCancelled}
   */
  void throwIfCancelled();

  /**
   * Checks that no other executor can be running this task now. Call it right before an effect that
   * cannot carry the fencing token; a pause between the check and the effect remains possible.
   *
   * @throws LeaseLostException if the lease was lost or its local deadline has passed
   */
  void ensureOwned();

  /**
   * Reports progress for people. The latest value goes with the next heartbeat, or with the result;
   * this method never causes a call.
   *
   * @param json written as JSON at once, to at most 1 KB
   * @throws IllegalArgumentException if it is larger, with the numbers, or cannot be written
   */
  void progress(Object json);

  /**
   * Saves the position at which a next attempt may go on. The latest value goes with the next
   * heartbeat, or with the result, so that it is stored also when the handler fails at once. After
   * a crash, the next attempt finds the value that went with the last heartbeat or, if one of them
   * was delayed, an earlier one; never a mixture.
   *
   * @param json written as JSON at once, to at most 4 KB
   * @throws IllegalArgumentException if it is larger, with the numbers, or cannot be written
   */
  void checkpoint(Object json);

  /**
   * Saves the position in the handler's own format.
   *
   * @param data copied; at most 4 KB
   * @throws IllegalArgumentException if it is larger, with the numbers
   */
  void checkpoint(byte[] data, String contentType);

  /** Returns the checkpoint of an earlier attempt; checkpoints of this attempt do not change it. */
  Optional<Checkpoint> lastCheckpoint();

  /**
   * Returns the checkpoint of an earlier attempt, read as a payload of that type would be.
   *
   * @throws IllegalStateException if it cannot be read so, for example because it was written by
   *     another version
   */
  <T> Optional<T> lastCheckpoint(Class<T> type);

  /**
   * Schedules another task as a part of this attempt's success: it is created if, and only if, the
   * success is recorded, exactly once, however often attempts are repeated and reports are lost.
   * Nothing is created for an attempt that fails, is cancelled or loses its lease, nor for calls
   * after the handler has returned.
   *
   * <p>Children start a few seconds after their parent's end; GetTask shows their ids with it. A
   * child that cannot be created, because its lambda or priority is unknown or its payload is too
   * large, makes this task a dead letter with CHILD_REFUSED. For children of another lambda the
   * worker needs the right to schedule.
   *
   * @return its number among the children of this attempt, from 0
   * @throws IllegalArgumentException if its payload cannot be written as JSON
   * @throws IllegalStateException if there are 100 already, if all together exceed 1 MB, or if the
   *     attempt is over
   */
  int schedule(ChildTask child);

  /**
   * Schedules children as {@link #schedule} does, and a task that runs once all of them have
   * succeeded; if one fails for good, it never does ({@link OnChildFailure#STOP}). It reads their
   * results by {@link StepContext#childResult}.
   *
   * <p>They are the steps of a job, which is created if, and only if, the success is recorded;
   * GetTask of this task names it. All children of an attempt together, with the tasks that wait
   * for them, are at most 100, of 1 MB. Results and payload of the waiting task are together at
   * most 350 KB, or it becomes a dead letter with INPUT_TOO_LARGE.
   *
   * @param children that start at once: without a time, a delay, a deadline, or an ordering key;
   *     may be empty
   * @param then the task after them, under the same conditions
   * @throws IllegalArgumentException if one has a field that it may not have, or a payload cannot
   *     be written as JSON
   * @throws IllegalStateException if they are too many or too large, or if the attempt is over
   */
  default void scheduleThen(List<ChildTask> children, ChildTask then) {
    scheduleThen(children, then, OnChildFailure.STOP);
  }

  /**
   * Schedules children and a task after them, with a policy for children that have failed for good.
   */
  void scheduleThen(List<ChildTask> children, ChildTask then, OnChildFailure onFailure);

  /**
   * Adds a line to the log of this attempt. Of the log the end is kept as the lambda's settings
   * {@code logs} and {@code logBytesMax} say; people read it with the task, and may follow it while
   * the attempt runs. This method never waits, and makes no call by itself.
   *
   * @param line of which at most 8 KiB are kept
   */
  default void log(String line) {}

  /**
   * Returns the directory of this attempt alone, which is made when it is asked for, or before the
   * handler is called if the task has resources or outputs. The resources are there at their paths;
   * they are read-only, and to be replaced rather than changed, since other attempts see the same
   * files. When the handler has succeeded, regular files that match the task's patterns of outputs
   * are kept before the success is reported. Then, or when the handler has failed, the directory is
   * removed with all that is in it; if the process dies, another one removes it.
   *
   * @throws java.io.UncheckedIOException if it cannot be made
   * @throws UnsupportedOperationException if this context has none
   */
  default Path workDirectory() {
    throw new UnsupportedOperationException("this context has no work directory");
  }

  /**
   * Returns whether the attempt has a work directory already, as that of a task with resources or
   * outputs has from the beginning.
   */
  default boolean hasWorkDirectory() {
    return false;
  }

  /** Returns the job that the task is a step of; empty if it is of none. */
  default Optional<StepContext> job() {
    return Optional.empty();
  }
}
