package dev.atf.simulation.aws;

import dev.atf.simulation.time.StuckEvents.Occasion;
import java.time.Duration;

/** How well a store or a queue works for one process, now. */
public interface Climate {
  /**
   * @param call the port's method
   */
  Mishap next(String process, String call);

  /** Of a request or of its answer. */
  Duration latency();

  /**
   * How late what is {@link Mishap#DONE_LATE} is done.
   *
   * @param call the port's method
   */
  Lateness late(String call);

  /** Something late is done when {@code occasion} comes, and without it after {@code by}. */
  record Lateness(Duration by, Occasion occasion) {}
}
