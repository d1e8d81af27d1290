package dev.atf.simulation.net;

import java.time.Duration;
import java.util.List;

/**
 * What becomes of one message.
 *
 * @param arrivals after how long each copy of it arrives; empty: it is lost
 */
public record Fate(List<Duration> arrivals) {
  public static final Fate LOST = new Fate(List.of());

  public static Fate arrivesAfter(Duration delay) {
    return new Fate(List.of(delay));
  }
}
