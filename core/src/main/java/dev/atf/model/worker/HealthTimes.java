package dev.atf.model.worker;

import dev.atf.model.check.InvalidFieldException;
import java.time.Duration;

/**
 * Times of silence after which a worker host is no longer healthy.
 *
 * @param unhealthyAfter silence after which a worker host gets no work; must exceed its {@code
 *     settingsRefresh}
 * @param lossAfter silence after which a worker host is lost; it exits when it reports again
 */
public record HealthTimes(Duration unhealthyAfter, Duration lossAfter) {
  /**
   * Default times. A host is unhealthy after several failed exchanges, and lost after twice the
   * longest lease of the default settings.
   */
  public static final HealthTimes DEFAULT =
      new HealthTimes(Duration.ofSeconds(15), Duration.ofSeconds(60));

  public HealthTimes {
    if (unhealthyAfter.isNegative() || unhealthyAfter.isZero()) {
      throw new InvalidFieldException("unhealthyAfter", unhealthyAfter, "more than 0");
    }
    if (lossAfter.compareTo(unhealthyAfter) < 0) {
      throw new InvalidFieldException("lossAfter", lossAfter, "at least unhealthyAfter");
    }
  }

  /**
   * Returns these times with a loss that is not before the end of the last lease of a silent host.
   */
  public HealthTimes withLease(Duration stored) {
    return new HealthTimes(unhealthyAfter, lossAfter.compareTo(stored) < 0 ? stored : lossAfter);
  }

  /** Returns the time after which an exchange is recorded even if nothing else has changed. */
  public Duration refreshEvery() {
    return unhealthyAfter.dividedBy(3);
  }
}
