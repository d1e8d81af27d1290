package dev.atf.store;

import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.TaskHeader;
import java.util.function.BooleanSupplier;

/** Turns of the tasks that may not run at any time, but one after the other. */
public interface TaskTurns {
  /** Way in which the task is to be created. */
  enum Taken {
    /** Created as an ordinary task: it has the turn. */
    TAKEN,
    /** Created waiting. */
    WAITS,
    /** Not created by this call, which is over; the task may run all the same. */
    OVER,
    /**
     * Not created by this call: too many callers want the turn at once; the task may run all the
     * same.
     */
    CROWDED
  }

  /**
   * Takes the turn for a task, or a place behind those that wait for it.
   *
   * @param header header with an origin, as it was stored first
   * @param over whether the caller no longer waits for the answer
   * @throws StoreException if the result is unknown; then the task may run all the same
   */
  Taken take(TaskHeader header, LambdaDefinition lambda, BooleanSupplier over);
}
