package dev.atf.lab.bench;

import java.time.Duration;
import java.util.Set;

/**
 * Settings of the measurement of lambda B beside lambda A.
 *
 * @param troubles that A has, one after the other in their order
 * @param backlog tasks of A that become due at once
 * @param slices of each phase; a phase's figures are the medians of its slices
 * @param rate of B's tasks, a second
 * @param handlerTime of A's slow and failing handlers
 * @param slots attempts that A's only executor runs at a time, and B's too
 */
public record IsolationOptions(
    Set<Trouble> troubles,
    int backlog,
    int slices,
    Duration slice,
    Duration warmUp,
    double rate,
    Duration handlerTime,
    int slots,
    Duration pollInterval) {
  /** Trouble that A may have. */
  public enum Trouble {
    STUCK,
    STORM,
    BACKLOG
  }

  Duration phase() {
    return slice.multipliedBy(slices);
  }
}
