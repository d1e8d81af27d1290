package dev.atf.model;

import dev.atf.model.check.Names;
import java.util.regex.Pattern;

/** Name of a collection: a part of a lambda's tasks that has its own gate. */
public record CollectionName(String value) {
  private static final Pattern PATTERN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  public CollectionName {
    Names.require(
        "collection", value, PATTERN, "1-64 of A-Z a-z 0-9 . _ -, starting with a letter or digit");
  }

  @Override
  public String toString() {
    return value;
  }
}
