package dev.atf.model.order;

import dev.atf.model.LambdaName;
import dev.atf.model.Origin;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.plan.PlanId;
import dev.atf.model.plan.PlanKind;

/**
 * Name that tasks of one lambda share if they run one at a time, in order: an account, a document.
 * 1–128 characters without control characters.
 */
public record OrderingKey(String value) {
  public OrderingKey {
    if (value.isEmpty()
        || value.codePointCount(0, value.length()) > 128
        || value.codePoints().anyMatch(Character::isISOControl)) {
      throw new InvalidFieldException(
          "orderingKey", value, "1-128 characters without control characters");
    }
  }

  /** Returns the plan whose row keeps the key's turn. */
  public PlanId plan(LambdaName lambda) {
    return PlanId.of(PlanKind.ORDER, lambda, value);
  }

  /** Returns the origin for the header of a task of this key. */
  public Origin origin(TaskId taskId, LambdaName lambda) {
    return Origin.ofKey(lambda, value, taskId);
  }

  @Override
  public String toString() {
    return value;
  }
}
