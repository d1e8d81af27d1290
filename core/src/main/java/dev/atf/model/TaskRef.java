package dev.atf.model;

import dev.atf.model.check.InvalidFieldException;

/**
 * Message in a queue: a hint that this task may be ready in this epoch.
 *
 * @param epoch +1 each time the task is made ready; the fencing token of every later call
 */
public record TaskRef(TaskId taskId, long epoch) {
  public TaskRef {
    if (epoch < 1) {
      throw new InvalidFieldException("epoch", epoch, "1 or more");
    }
  }
}
