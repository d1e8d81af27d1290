package dev.atf.model;

import dev.atf.model.check.InvalidFieldException;

/**
 * Reference to a task in one epoch. As a message in a queue, it means that the task may be ready.
 *
 * @param epoch number that grows by one each time the task becomes ready; the fencing token of
 *     every later call
 */
public record TaskRef(TaskId taskId, long epoch) {
  public TaskRef {
    if (epoch < 1) {
      throw new InvalidFieldException("epoch", epoch, "1 or more");
    }
  }
}
