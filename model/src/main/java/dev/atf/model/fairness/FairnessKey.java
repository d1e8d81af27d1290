package dev.atf.model.fairness;

import dev.atf.model.check.InvalidFieldException;

/**
 * Name of those among whom a lambda is shared: a tenant, an account. 1–128 characters without
 * control characters. It says nothing about order: that is an {@link
 * dev.atf.model.origin.OrderingKey}.
 */
public record FairnessKey(String value) {
  public FairnessKey {
    if (value.isEmpty()
        || value.codePointCount(0, value.length()) > 128
        || value.codePoints().anyMatch(Character::isISOControl)) {
      throw new InvalidFieldException(
          "fairnessKey", value, "1-128 characters without control characters");
    }
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
