package dev.atf.model.fairness;

import dev.atf.model.check.Names;

/**
 * Name of one of those that share a lambda: a tenant, an account. 1–128 characters without control
 * characters. It says nothing about order: that is an {@link dev.atf.model.origin.OrderingKey}.
 */
public record FairnessKey(String value) {
  public FairnessKey {
    Names.requireKey("fairnessKey", value);
  }

  /** Returns the group that shares turns, lists and rates under this key. */
  public KeyGroup group() {
    return KeyGroup.of(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
