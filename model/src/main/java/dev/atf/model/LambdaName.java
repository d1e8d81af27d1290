package dev.atf.model;

import java.util.regex.Pattern;

/**
 * The name of a lambda: 1–64 of {@code a-z 0-9 -}, starting with a letter.
 *
 * <p>It holds neither {@code /} nor {@code _}, which separate it from the priority in trigger
 * partitions and queue names: {@code a-b} with priority {@code c} never meets {@code a} with {@code
 * b-c}.
 */
public record LambdaName(String value) implements Comparable<LambdaName> {
  private static final Pattern PATTERN = Pattern.compile("[a-z][a-z0-9-]{0,63}");

  public LambdaName {
    Names.require("lambda", value, PATTERN, "1-64 of a-z 0-9 -, starting with a letter");
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
