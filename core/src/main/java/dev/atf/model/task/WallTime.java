package dev.atf.model.task;

import dev.atf.model.Lease;
import java.time.Duration;
import java.time.Instant;

/**
 * Time of a decision, on the wall clock of this host.
 *
 * @param inDoubt whether the clock has jumped, so that the time may be wrong
 */
public record WallTime(Instant at, boolean inDoubt) {
  /**
   * Returns the latest time that has certainly passed; {@link Instant#EPOCH} if the clock is in
   * doubt.
   *
   * @param error maximum error of the clocks with which the time is compared
   */
  public Instant certain(Duration error) {
    return inDoubt ? Instant.EPOCH : at.minus(error);
  }

  /**
   * Returns the deadline that applies to a task. While the clock is in doubt, no deadline applies.
   */
  Instant deadline(TaskHeader task) {
    return inDoubt ? Instant.MAX : task.deadline();
  }

  /**
   * Returns the end time of an attempt that ends now. It is at most the end of its lease, because a
   * later time can only be a jump of the clock.
   */
  Instant endOf(Lease lease) {
    return inDoubt && at.isAfter(lease.until()) ? lease.until() : at;
  }
}
