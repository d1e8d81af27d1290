package dev.atf.hsc.call;

import java.time.Duration;

/**
 * Limits on the tries of a write whose outcome is unknown.
 *
 * @param max number of tries
 * @param oneTakes maximum duration of one try
 * @param callerWaits no try begins that could not be answered within this after the first began
 */
public record WriteTries(int max, Duration oneTakes, Duration callerWaits) {
  /**
   * @param sent number of tries so far
   * @param since time since the first began
   */
  public boolean allowAnother(int sent, Duration since) {
    return sent < max && since.plus(oneTakes).compareTo(callerWaits) <= 0;
  }
}
