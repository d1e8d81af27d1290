package dev.atf.sim.aws;

/** Faults of the queues, drawn once for each message and request. */
public interface QueueFaults {
  /** Returns the number of copies of a pushed message: one, none, or several. */
  int copies();

  /** Returns whether a delete or release is confirmed and not done. */
  boolean forgets();

  /** Returns whether a message that was deleted is delivered once more. */
  boolean resurrects();

  /** Returns whether a receive that could deliver a message returns none. */
  boolean overlooks();
}
