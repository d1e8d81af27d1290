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

  /** Returns the number of the attempt, from 1. Attempts that ended in a crash count. */
  int attempt();

  /** Returns the number of attempts that the lambda's retry policy allows; 0 if it is not known. */
  int maxAttempts();

  /**
   * Returns whether a failure of this attempt makes the task a dead letter; false if that is
   * unknown.
   */
  boolean isLastAttempt();

  /**
   * Returns the time at which the task fails with DEADLINE_EXCEEDED, even while it runs; empty if
   * it has no deadline.
   */
  Optional<Instant> deadline();

  /**
   * Returns the fencing token, which is greater for every later execution of the task. A resource
   * that rejects tokens smaller than the greatest it has seen is safe from an execution that was
   * wrongly considered dead.
   */
  long fencingToken();

  /** Returns the time from which the task was allowed to run. */
  Instant scheduledAt();

  Map<String, String> labels();

  /**
   * Returns whether this is a canary: a task that the framework scheduled to check that the
   * lambda's tasks run. The handler should then skip effects that only real tasks may have.
   */
  default boolean isCanary() {
    return labels().containsKey("atf-canary");
  }

  /**
   * Returns the headers with which calls to other services continue the trace: those of W3C Trace
   * Context, {@code traceparent} and, if there is one, {@code tracestate}. They name this attempt's
   * span or, if attempts are not traced, the call that scheduled the task. The map is empty if that
   * call was in no trace.
   */
  Map<String, String> traceHeaders();

  /**
   * Returns how long this attempt may continue if no further heartbeat succeeds. Each successful
   * heartbeat extends it. Zero or negative after the lease has expired.
   */
  Duration leaseRemaining();

  /**
   * Returns whether the handler should stop: the task was cancelled, the attempt was killed, its
   * deadline passed, its lease was lost, or the process is shutting down.
   */
  boolean isCancelled();

  /**
   * Throws if {@link #isCancelled}. Do not catch the exception: the framework then reports the
   * right outcome.
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
   * Reports progress for people to read. The latest value is sent with the next heartbeat or with
   * the result. This method never waits for a call.
   *
   * @param json written as JSON immediately; at most 1 KB
   * @throws IllegalArgumentException if it cannot be written as JSON or is too large; the message
   *     has both sizes
   */
  void progress(Object json);

  /**
   * Saves the position from which the next attempt may continue. The latest value is sent with the
   * next heartbeat or with the result, so it is stored even if the handler fails directly
   * afterwards. After a crash, the next attempt gets the value that the last heartbeat carried or,
   * if a heartbeat was delayed, an earlier one. It never gets a mixture of two.
   *
   * @param json written as JSON immediately; at most 4 KB
   * @throws IllegalArgumentException if it cannot be written as JSON or is too large; the message
   *     has both sizes
   */
  void checkpoint(Object json);

  /**
   * Saves the position in the handler's own format.
   *
   * @param data copied; at most 4 KB
   * @throws IllegalArgumentException if it is larger; the message has both sizes
   */
  void checkpoint(byte[] data, String contentType);

  /**
   * Returns the checkpoint that earlier attempts left. Checkpoints of this attempt do not change
   * it.
   */
  Optional<Checkpoint> lastCheckpoint();

  /**
   * Returns the checkpoint that earlier attempts left, parsed like a payload of this type.
   *
   * @throws IllegalStateException if it cannot be parsed as this type, for example because another
   *     version wrote it
   */
  <T> Optional<T> lastCheckpoint(Class<T> type);

  /**
   * Schedules another task as part of this attempt's success. The child is created exactly once, if
   * and only if the success is recorded, however often attempts are repeated and reports are lost.
   * Nothing is created for an attempt that fails, is cancelled or loses its lease.
   *
   * <p>Children start a few seconds after their parent has ended. GetTask of the parent returns
   * their ids. A child that cannot be created, because its lambda or priority is unknown or its
   * payload is too large, makes this task a dead letter with CHILD_REFUSED. To schedule children of
   * another lambda, the worker needs the right to schedule.
   *
   * @return index of the child among the children of this attempt, from 0
   * @throws IllegalArgumentException if its payload cannot be written as JSON
   * @throws IllegalStateException if this attempt already has 100 children, if all of them together
   *     exceed 1 MB, or if the attempt has ended
   */
  int schedule(ChildTask child);

  /**
   * Schedules children as {@link #schedule} does, and a task that runs when all of them have
   * succeeded. If a child finally fails, that task does not run ({@link OnChildFailure#STOP}). It
   * reads the children's results with {@link StepContext#childResult}.
   *
   * <p>All of them are steps of a job, which is created if and only if the success is recorded.
   * GetTask of this task returns the job's name. An attempt may schedule at most 100 tasks of 1 MB
   * in total, including the tasks that wait for children. If the results and the payload of the
   * waiting task exceed 350 KB in total, it becomes a dead letter with INPUT_TOO_LARGE.
   *
   * @param children tasks that start immediately: they must have no time, delay, deadline, or
   *     ordering key; may be empty
   * @param then the task after them, with the same restrictions
   * @throws IllegalArgumentException if a task has a field that it must not have, or a payload
   *     cannot be written as JSON
   * @throws IllegalStateException if they are too many or too large, or if the attempt has ended
   */
  default void scheduleThen(List<ChildTask> children, ChildTask then) {
    scheduleThen(children, then, OnChildFailure.STOP);
  }

  /**
   * Schedules children and a task after them, with a policy for children that have finally failed.
   */
  void scheduleThen(List<ChildTask> children, ChildTask then, OnChildFailure onFailure);

  /**
   * Adds a line to the log of this attempt. The lambda's settings {@code logs} and {@code
   * logBytesMax} determine how much of the end of the log is kept. People read it with the task,
   * and can follow it while the attempt runs. This method never waits for a call.
   *
   * @param line line of text; only its first 8 KiB are kept
   */
  default void log(String line) {}

  /**
   * Returns the private directory of this attempt. It is created on the first call of this method
   * or, if the task has resources or outputs, before the handler is called. The resources are there
   * at their paths. They are read-only: replace such a file and do not change it, because other
   * attempts see the same file. When the handler has succeeded, regular files that match the task's
   * output patterns are stored before the success is reported. Then, or when the handler has
   * failed, the directory is deleted with all its contents. If the process dies, another one
   * deletes it.
   *
   * @throws java.io.UncheckedIOException if it cannot be created
   * @throws UnsupportedOperationException if this context has no work directory
   */
  default Path workDirectory() {
    throw new UnsupportedOperationException("this context has no work directory");
  }

  /**
   * Returns whether the attempt's work directory exists already. For a task with resources or
   * outputs it exists from the start.
   */
  default boolean hasWorkDirectory() {
    return false;
  }

  /** Returns the job of which the task is a step; empty if it belongs to no job. */
  default Optional<StepContext> job() {
    return Optional.empty();
  }
}
