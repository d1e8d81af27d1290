package dev.atf.model;

import dev.atf.model.check.Names;

/**
 * Name that a client gives to one Schedule: 1–128 characters without control characters. Each key
 * of a lambda has exactly one task.
 */
public record IdempotencyKey(String value) {
  public IdempotencyKey {
    Names.requireKey("idempotencyKey", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
