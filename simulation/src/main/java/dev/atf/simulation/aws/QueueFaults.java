package dev.atf.simulation.aws;

/** What the queues do at their worst, asked once for each message and request. */
public interface QueueFaults {
  /** Copies of a message that is taken in: one, none, or several. */
  int copies();

  /** Whether a delete or release is confirmed and not done. */
  boolean forgets();

  /** Whether a message that was deleted is delivered once more. */
  boolean resurrects();

  /** Whether a receive that could deliver delivers nothing this time. */
  boolean overlooks();
}
