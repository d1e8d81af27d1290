package dev.atf.hsc.call;

import java.time.Duration;

/**
 * How often a write with an unknown outcome is sent.
 *
 * @param max tries in all
 * @param oneTakes the longest that one may take
 * @param callerWaits no try begins that could not be answered within this after the first began
 */
public record WriteTries(int max, Duration oneTakes, Duration callerWaits) {
  /**
   * @param sent how many tries there were
   * @param since when the first began
   */
  public boolean allowAnother(int sent, Duration since) {
    return sent < max && since.plus(oneTakes).compareTo(callerWaits) <= 0;
  }
}
