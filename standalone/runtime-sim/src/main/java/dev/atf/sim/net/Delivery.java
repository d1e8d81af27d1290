package dev.atf.sim.net;

import java.time.Duration;
import java.util.List;

/**
 * Delivery of one message.
 *
 * @param arrivals delay of each copy; empty if the message is lost
 * @param isStuck whether the message may also arrive earlier, at the moment at which it does most
 *     harm
 */
public record Delivery(List<Duration> arrivals, boolean isStuck) {
  public static final Delivery LOST = new Delivery(List.of(), false);

  public static Delivery arrivesAfter(Duration... delays) {
    return new Delivery(List.of(delays), false);
  }

  /** Returns a delivery after {@code delay} at the latest. */
  public static Delivery stuckFor(Duration delay) {
    return new Delivery(List.of(delay), true);
  }
}
