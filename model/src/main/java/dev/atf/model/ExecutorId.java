package dev.atf.model;

import java.util.regex.Pattern;

/** The identity of one start of an executor process: host, process and a nonce of its start. */
public record ExecutorId(String value) {
  private static final Pattern PATTERN = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

  public ExecutorId {
    Names.require("executorId", value, PATTERN, "1-128 of A-Z a-z 0-9 . _ : -");
  }

  @Override
  public String toString() {
    return value;
  }
}
