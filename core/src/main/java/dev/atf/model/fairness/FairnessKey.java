package dev.atf.model.fairness;

import dev.atf.model.check.Names;

/**
 * Name of one party that shares a lambda, such as a tenant or an account. 1–128 characters without
 * control characters. It defines no order; an {@link dev.atf.model.origin.OrderingKey} does.
 */
public record FairnessKey(String value) {
  public FairnessKey {
    Names.requireKey("fairnessKey", value);
  }

  /** Returns the group of this key, which shares turns, lists and rates. */
  public KeyGroup group() {
    return KeyGroup.of(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
