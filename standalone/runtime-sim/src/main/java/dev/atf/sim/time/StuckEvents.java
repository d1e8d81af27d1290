package dev.atf.sim.time;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Delayed calls and writes. They may arrive before their time, at the moment at which they do most
 * harm.
 */
public final class StuckEvents {
  private final Timeline timeline;
  private final List<Stuck> all = new ArrayList<>();

  /** Delayed event. It only equals itself. */
  private static final class Stuck {
    private final Object message;
    private final Occasion occasion;
    private final Runnable arrival;

    Stuck(Object message, Occasion occasion, Runnable arrival) {
      this.message = message;
      this.occasion = occasion;
      this.arrival = arrival;
    }
  }

  /** Occasion on which an event arrives early. */
  public enum Occasion {
    /** The event's subject was read, and the reader decides from what it read. */
    READ,
    /** The event's subject was claimed again. */
    CLAIMED
  }

  public StuckEvents(Timeline timeline) {
    this.timeline = timeline;
  }

  /**
   * Adds an event that arrives after {@code delay}, or earlier if {@link #arriveAbout} is called.
   *
   * @param message message whose text contains its subject
   * @param occasion first occasion on which it may arrive
   */
  public void add(Object message, Duration delay, Occasion occasion, Runnable arrival) {
    var stuck = new Stuck(message, occasion, arrival);
    all.add(stuck);
    timeline.after(delay, () -> arrive(stuck));
  }

  /**
   * Lets all events about {@code subject} arrive after {@code delay} instead.
   *
   * @return whether there are such events
   */
  public boolean arriveAbout(String subject, Occasion occasion, Duration delay) {
    var about =
        all.stream()
            .filter(stuck -> stuck.occasion.compareTo(occasion) <= 0)
            .filter(stuck -> stuck.message.toString().contains(subject))
            .toList();
    about.forEach(stuck -> timeline.after(delay, () -> arrive(stuck)));
    return !about.isEmpty();
  }

  private void arrive(Stuck stuck) {
    if (all.remove(stuck)) {
      stuck.arrival.run();
    }
  }
}
