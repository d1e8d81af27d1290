package dev.atf.executor;

/**
 * Code that a lambda runs for each task; its owner writes it.
 *
 * <p>It is called at least once for each task. The framework does not start a task while an earlier
 * call for it may still be running. It cannot rule out one case: a paused process or machine can
 * resume after its lease ended, while another executor runs the task. A handler that must exclude
 * this case passes {@link TaskContext#fencingToken} with its own writes.
 *
 * <p>One instance serves all threads of the process.
 *
 * @param <T> Java type of the payload
 */
@FunctionalInterface
public interface TaskHandler<T> {
  /**
   * Runs one attempt.
   *
   * <p>The thread is interrupted when the task is cancelled, when the attempt is killed, when its
   * lease is lost, or when the process cannot wait for it any longer. If the handler continues
   * after its lease was lost, the whole process exits when the lease expires ({@link
   * OnStuckHandler#EXIT}).
   *
   * @throws Exception to fail the attempt with the code HANDLER_THREW; the task is retried by its
   *     lambda's policy
   */
  Outcome handle(T payload, TaskContext context) throws Exception;
}
