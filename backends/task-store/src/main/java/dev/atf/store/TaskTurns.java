package dev.atf.store;

import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.TaskHeader;
import java.util.function.BooleanSupplier;

/** Turns of the tasks that may not run at any time, but one after the other. */
public interface TaskTurns {
  /** Way in which the task has to be created. */
  enum Taken {
    /** It was created as an ordinary task, because it has the turn. */
    TAKEN,
    /** Created waiting. */
    WAITS,
    /** This call has ended without creating it. Another call may still have created the task. */
    OVER,
    /**
     * This call did not create it, because too many callers want the turn at the same time. Another
     * call may still have created the task.
     */
    CROWDED
  }

  /**
   * Takes the turn for a task, or a place behind those that wait for it.
   *
   * @param header header with an origin, as it was stored first
   * @param over whether the caller no longer waits for the answer
   * @throws StoreException if the result is unknown; the task may then run nevertheless
   */
  Taken take(TaskHeader header, LambdaDefinition lambda, BooleanSupplier over);
}
