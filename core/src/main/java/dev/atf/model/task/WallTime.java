package dev.atf.model.task;

import dev.atf.model.Lease;
import java.time.Duration;
import java.time.Instant;

/**
 * Time of a decision, by the wall clock of this host.
 *
 * @param inDoubt whether the clock has jumped, so that the time may be wrong
 */
public record WallTime(Instant at, boolean inDoubt) {
  /**
   * Returns the latest time that has certainly passed; if the clock is in doubt, {@link
   * Instant#EPOCH}.
   *
   * @param error maximum error of the clocks that the time is compared with
   */
  public Instant certain(Duration error) {
    return inDoubt ? Instant.EPOCH : at.minus(error);
  }

  /** Returns the deadline that applies to a task; if the clock is in doubt, none applies. */
  Instant deadline(TaskHeader task) {
    return inDoubt ? Instant.MAX : task.deadline();
  }

  /**
   * Returns the end time of an attempt that ends now. It is the end of its lease if only a clock
   * jump makes now later.
   */
  Instant endOf(Lease lease) {
    return inDoubt && at.isAfter(lease.until()) ? lease.until() : at;
  }
}
