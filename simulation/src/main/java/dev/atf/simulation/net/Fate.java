package dev.atf.simulation.net;

import java.time.Duration;
import java.util.List;

/**
 * What becomes of one message.
 *
 * @param arrivals after how long each copy of it arrives; empty: it is lost
 * @param isStuck it may come at any moment before, too, when it is least wanted
 */
public record Fate(List<Duration> arrivals, boolean isStuck) {
  public static final Fate LOST = new Fate(List.of(), false);

  public static Fate arrivesAfter(Duration... delays) {
    return new Fate(List.of(delays), false);
  }

  /** It arrives after {@code delay} at the latest. */
  public static Fate stuckFor(Duration delay) {
    return new Fate(List.of(delay), true);
  }
}
