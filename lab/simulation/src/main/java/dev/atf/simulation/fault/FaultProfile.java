package dev.atf.simulation.fault;

import dev.atf.sim.time.StuckEvents.Occasion;
import java.time.Duration;
import java.util.List;

/** Faults and latencies of a store's or queue's calls from one process. */
public interface FaultProfile {
  /**
   * @param said arguments of the port's method
   */
  CallFault next(String process, List<Object> said);

  /** Returns the latency of a request or of its answer. */
  Duration latency();

  /**
   * Returns the lateness of a call that is {@link CallFault#DONE_LATE}.
   *
   * @param said arguments of the port's method
   */
  Lateness late(List<Object> said);

  /** Time of a late call: at {@code occasion}, or else after {@code by}. */
  record Lateness(Duration by, Occasion occasion) {}
}
