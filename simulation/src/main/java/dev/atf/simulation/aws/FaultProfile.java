package dev.atf.simulation.aws;

import dev.atf.simulation.time.StuckEvents.Occasion;
import java.time.Duration;
import java.util.List;

/** How well a store or a queue works for one process, now. */
public interface FaultProfile {
  /**
   * @param said the arguments of the port's method
   */
  CallFault next(String process, List<Object> said);

  /** Of a request or of its answer. */
  Duration latency();

  /**
   * How late what is {@link CallFault#DONE_LATE} is done.
   *
   * @param said the arguments of the port's method
   */
  Lateness late(List<Object> said);

  /** Something late is done when {@code occasion} comes, and without it after {@code by}. */
  record Lateness(Duration by, Occasion occasion) {}
}
