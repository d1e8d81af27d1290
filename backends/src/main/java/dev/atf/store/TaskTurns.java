package dev.atf.store;

import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.TaskHeader;
import java.util.function.BooleanSupplier;

/** Turns of tasks that must run one after the other. */
public interface TaskTurns {
  /** Result of taking a turn. */
  enum Taken {
    /** The task was created as an ordinary task, because it has the turn. */
    TAKEN,
    /** The task was created, and waits for the turn. */
    WAITS,
    /**
     * This call did not create the task, because its caller no longer waits. Another call may still
     * have created it.
     */
    OVER,
    /**
     * This call did not create the task, because too many callers want the turn at the same time.
     * Another call may still have created it.
     */
    CROWDED
  }

  /**
   * Creates a task with the turn, or with a place behind the waiting tasks.
   *
   * @param header header with an origin, as it was first stored
   * @param over returns whether the caller no longer waits for the answer
   * @throws StoreException if the result is unknown; the task may still run
   */
  Taken take(TaskHeader header, LambdaDefinition lambda, BooleanSupplier over);
}
