package dev.atf.executor;

/**
 * Code that a lambda runs for each task; its owner writes it.
 *
 * <p>It is called at least once for each task, and never while another call for the same task runs,
 * as far as processes can be kept from it: a machine that was paused as a whole may wake up beside
 * its successor. A handler that must exclude even that passes {@link TaskContext#fencingToken}
 * along with its own writes.
 *
 * <p>One instance serves all threads of the process.
 *
 * @param <T> type that the payload is read as
 */
@FunctionalInterface
public interface TaskHandler<T> {
  /**
   * Runs one attempt.
   *
   * <p>The thread is interrupted when the task is cancelled, when the attempt is killed, when its
   * lease is lost, or when the process cannot wait for it any longer. A handler that goes on after
   * its lease was lost costs the whole process at the lease's end.
   *
   * @throws Exception to fail the attempt so that it is tried again, with the code HANDLER_THREW
   */
  Outcome handle(T payload, TaskContext context) throws Exception;
}
