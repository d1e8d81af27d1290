package dev.atf.model;

import dev.atf.model.check.Names;

/** Name of a priority of one lambda: 1–16 of {@code a-z 0-9 -}, starting with a letter. */
public record Priority(String value) {
  public static final int LENGTH_MAX = 16;

  public Priority {
    Names.requireLower("priority", value, LENGTH_MAX, "1-16 of a-z 0-9 -, starting with a letter");
  }

  @Override
  public String toString() {
    return value;
  }
}
