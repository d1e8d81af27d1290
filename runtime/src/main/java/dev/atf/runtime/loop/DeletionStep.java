package dev.atf.runtime.loop;

import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A step that deletes what has expired by the wall clock. It is left out while that clock is in
 * doubt, for a deletion cannot be undone when the clock is corrected.
 */
public final class DeletionStep implements Step {
  private static final Logger log = LoggerFactory.getLogger(DeletionStep.class);

  /** Far below the time for which anything is kept. */
  private static final Duration ERROR_MAX = Duration.ofMinutes(1);

  /** A clock that was set by mistake is usually corrected within that time. */
  private static final Duration TRUSTED_AFTER = Duration.ofHours(1);

  /** Time between two comparisons of the clocks while the wall clock is in doubt. */
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final Step step;
  private final InstantSource clock;
  private final MonotonicClock monotonic;
  private final ClockWatch watch = new ClockWatch(ERROR_MAX, TRUSTED_AFTER);
  private boolean inDoubt;

  public DeletionStep(Step step, InstantSource clock, MonotonicClock monotonic) {
    this.step = step;
    this.clock = clock;
    this.monotonic = monotonic;
  }

  @Override
  public Duration turn() throws Exception {
    var now = clock.instant();
    boolean before = inDoubt;
    inDoubt = watch.inDoubt(now, monotonic.nanos());
    if (inDoubt && !before) {
      log.warn(
          "the wall clock has jumped to {}: nothing that has expired is deleted until it is back or"
              + " has advanced steadily for {}",
          now,
          TRUSTED_AFTER);
    }
    return inDoubt ? PAUSE : step.turn();
  }
}
