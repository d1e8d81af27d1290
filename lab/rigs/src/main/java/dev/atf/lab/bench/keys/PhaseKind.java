package dev.atf.lab.bench.keys;

import java.util.Locale;

/** Kind of phase; all have the same number of tasks of the same sizes. */
enum PhaseKind {
  /** Tasks without ordering keys, for comparison. */
  UNORDERED,
  /** Tasks with ordering keys; nothing fails. */
  ORDERED,
  /** The first task of some keys fails for good, and these are held until an operator skips it. */
  HELD,
  /** The first task of some keys is retried until its phase is cured. */
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
