package dev.atf.model;

import java.util.regex.Pattern;

/** The name of a priority of one lambda: 1–16 of {@code a-z 0-9 -}, starting with a letter. */
public record Priority(String value) {
  private static final Pattern PATTERN = Pattern.compile("[a-z][a-z0-9-]{0,15}");

  public Priority {
    Names.require("priority", value, PATTERN, "1-16 of a-z 0-9 -, starting with a letter");
  }

  @Override
  public String toString() {
    return value;
  }
}
