package dev.atf.simulation.net;

import java.time.Duration;
import java.util.List;

/**
 * What becomes of one message.
 *
 * @param arrivals after how long each copy of it arrives; empty: it is lost
 * @param isStuck it may come at any moment before, too, when it is least wanted
 */
public record Delivery(List<Duration> arrivals, boolean isStuck) {
  public static final Delivery LOST = new Delivery(List.of(), false);

  public static Delivery arrivesAfter(Duration... delays) {
    return new Delivery(List.of(delays), false);
  }

  /** It arrives after {@code delay} at the latest. */
  public static Delivery stuckFor(Duration delay) {
    return new Delivery(List.of(delay), true);
  }
}
