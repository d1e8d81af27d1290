package dev.atf.e2e.support;

import dev.atf.model.lambda.LeaseTimes;
import dev.atf.testtime.MeasuredPace;

/** Lease times for the {@linkplain MeasuredPace pace of this machine}. */
public final class PacedLease {
  private PacedLease() {}

  /**
   * Returns the times, scaled by the slowness of the machine; their relations stay as they are. The
   * clocks of its processes are one clock, however busy it is: their error is not scaled.
   *
   * @param quiet times of a quiet machine
   */
  public static LeaseTimes of(LeaseTimes quiet) {
    var pace = MeasuredPace.get();
    return new LeaseTimes(
        pace.scaled(quiet.lease()),
        pace.scaled(quiet.heartbeatInterval()),
        pace.scaled(quiet.callTimeout()),
        quiet.missedHeartbeatsMax(),
        quiet.clockErrorMax(),
        pace.scaled(quiet.stopTime()));
  }
}
