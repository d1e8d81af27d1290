package dev.atf.model;

import dev.atf.model.check.Names;
import java.util.regex.Pattern;

/** Identity of one start of an executor process, made of host, process and a random number. */
public record ExecutorId(String value) {
  private static final Pattern PATTERN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,127}");

  public ExecutorId {
    Names.require(
        "executorId",
        value,
        PATTERN,
        "1-128 of A-Z a-z 0-9 . _ : -, starting with a letter or digit");
  }

  @Override
  public String toString() {
    return value;
  }
}
