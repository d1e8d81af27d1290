package dev.atf.runtime.loop;

import java.time.Duration;
import java.time.InstantSource;

/**
 * Step that deletes what has expired by the wall clock. It does nothing while that clock is in
 * doubt, because a deletion cannot be undone when the clock is corrected.
 */
public final class DeletionStep implements Step {
  /** Maximum error of the clock, which is far below the time for which anything is kept. */
  private static final Duration ERROR_MAX = Duration.ofMinutes(1);

  /**
   * Time after which a jumped clock is accepted. A clock that was set by mistake is usually
   * corrected earlier.
   */
  private static final Duration TRUSTED_AFTER = Duration.ofHours(1);

  /** Time between two comparisons of the clocks while the wall clock is in doubt. */
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final Step step;
  private final ClockWatch watch;

  public DeletionStep(Step step, InstantSource clock, MonotonicClock monotonic) {
    this.step = step;
    this.watch =
        new ClockWatch(
            ERROR_MAX, TRUSTED_AFTER, clock, monotonic, "nothing that has expired is deleted");
  }

  @Override
  public Duration turn() throws Exception {
    return watch.inDoubt() ? PAUSE : step.turn();
  }
}
