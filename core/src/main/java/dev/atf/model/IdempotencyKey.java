package dev.atf.model;

import dev.atf.model.check.Names;

/**
 * Client's own name for one Schedule: 1–128 characters without control characters. Within a lambda,
 * one key is one task.
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
