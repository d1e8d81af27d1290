package dev.atf.plans.periodic;

import java.time.Instant;
import java.util.Optional;

/** An endless series of instants. */
public sealed interface Recurrence permits Cron, Interval {
  /**
   * Returns the first instant strictly after this one, in whole milliseconds; empty if there is
   * none.
   */
  Optional<Instant> next(Instant after);

  /** Returns the text as a person would write it. */
  String text();
}
