package dev.atf.model;

import dev.atf.model.check.InvalidFieldException;

/**
 * Client's own name for one Schedule: 1–128 characters without control characters. Within a lambda,
 * one key is one task.
 */
public record IdempotencyKey(String value) {
  public IdempotencyKey {
    if (value.isEmpty()
        || value.codePointCount(0, value.length()) > 128
        || value.codePoints().anyMatch(Character::isISOControl)) {
      throw new InvalidFieldException(
          "idempotencyKey", value, "1-128 characters without control characters");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
