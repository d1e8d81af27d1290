package dev.atf.model.condition;

import dev.atf.model.check.InvalidFieldException;

/**
 * Condition for which a task waits or last waited.
 *
 * @param times number of times that the task was blocked, on any condition; 1 or more
 */
public record Block(ConditionName condition, int times) {
  public Block {
    if (times < 1) {
      throw new InvalidFieldException("times", times, "1 or more");
    }
  }
}
