package dev.atf.model;

import dev.atf.model.check.Names;

/**
 * Name of a lambda: 1–64 of {@code a-z 0-9 -}, starting with a letter.
 *
 * <p>It contains neither {@code /} nor {@code _}, which separate it from the priority in trigger
 * partitions and queue names. Therefore {@code a-b} with priority {@code c} differs from {@code a}
 * with {@code b-c}.
 */
public record LambdaName(String value) implements Comparable<LambdaName> {
  private static final int LENGTH_MAX = 64;

  public LambdaName {
    Names.requireLower("lambda", value, LENGTH_MAX, "1-64 of a-z 0-9 -, starting with a letter");
  }

  @Override
  public int compareTo(LambdaName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
