package dev.atf.model.origin;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.check.Names;

/**
 * Name shared by tasks of one lambda that run one at a time, in order, such as an account or a
 * document. 1–128 characters without control characters.
 */
public record OrderingKey(String value) {
  public OrderingKey {
    Names.requireKey("orderingKey", value);
  }

  /** Returns the origin for the header of a task of this key, which has its own contents. */
  public Origin origin(TaskId task, LambdaName lambda) {
    return new Origin(Origin.ORDER, Origin.ownerOf(Origin.ORDER, lambda, value), value, task);
  }

  @Override
  public String toString() {
    return value;
  }
}
