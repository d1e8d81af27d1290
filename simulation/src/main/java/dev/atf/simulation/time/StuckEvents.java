package dev.atf.simulation.time;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What is on its way for long, calls and writes, and arrives when it hurts most. */
public final class StuckEvents {
  private final Timeline timeline;
  private final List<Stuck> all = new ArrayList<>();

  /** One of them, and no other that says the same. */
  private static final class Stuck {
    private final Object said;
    private final Occasion occasion;
    private final Runnable arrival;

    Stuck(Object said, Occasion occasion, Runnable arrival) {
      this.said = said;
      this.occasion = occasion;
      this.arrival = arrival;
    }
  }

  /** When something arrives before its time. */
  public enum Occasion {
    /** Somebody has read what it is about, and decides by that. */
    READ,
    /** It was claimed anew. */
    CLAIMED
  }

  public StuckEvents(Timeline timeline) {
    this.timeline = timeline;
  }

  /**
   * Arrives after {@code delay}, or at {@link #arriveAbout} before.
   *
   * @param said its text tells what it is about
   * @param occasion the first at which it may arrive
   */
  public void add(Object said, Duration delay, Occasion occasion, Runnable arrival) {
    var stuck = new Stuck(said, occasion, arrival);
    all.add(stuck);
    timeline.after(delay, () -> arrive(stuck));
  }

  /**
   * All that say something of {@code subject} arrive after {@code delay} instead.
   *
   * @return whether there are any
   */
  public boolean arriveAbout(String subject, Occasion occasion, Duration delay) {
    var about =
        all.stream()
            .filter(stuck -> stuck.occasion.compareTo(occasion) <= 0)
            .filter(stuck -> stuck.said.toString().contains(subject))
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
