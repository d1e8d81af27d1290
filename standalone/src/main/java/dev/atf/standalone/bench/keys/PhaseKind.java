package dev.atf.standalone.bench.keys;

import java.util.Locale;

/** What is done to the same number of tasks, of the same sizes. */
enum PhaseKind {
  /** Without ordering keys, for comparison. */
  UNORDERED,
  /** With them, and nothing fails. */
  ORDERED,
  /** The first task of some keys fails for good, and these are held until somebody skips it. */
  HELD,
  /** The first task of some keys is retried until its trouble is over. */
  RETRYING;

  boolean ordered() {
    return this != UNORDERED;
  }

  boolean failing() {
    return this == HELD || this == RETRYING;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
