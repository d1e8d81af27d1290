package dev.atf.model.origin;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.check.Names;

/**
 * Name of a sequence of tasks, such as an account or a document. Tasks of one lambda with the same
 * ordering key run one at a time, in order. 1–128 characters without control characters.
 */
public record OrderingKey(String value) {
  public OrderingKey {
    Names.requireKey("orderingKey", value);
  }

  /** Returns the origin of a task with this key and its own contents. */
  public Origin origin(TaskId task, LambdaName lambda) {
    return new Origin(Origin.ORDER, Origin.ownerOf(Origin.ORDER, lambda, value), value, task);
  }

  @Override
  public String toString() {
    return value;
  }
}
