package dev.atf.sim.aws;

/** Faults of the queues, drawn once for each message and request. */
public interface QueueFaults {
  /** No fault. */
  QueueFaults NONE = new QueueFaults() {};

  /** Returns the number of copies of a pushed message: one, none, or several. */
  default int copies() {
    return 1;
  }

  /** Returns whether a delete or release is confirmed and not done. */
  default boolean forgets() {
    return false;
  }

  /** Returns whether a message that was deleted is delivered once more. */
  default boolean resurrects() {
    return false;
  }

  /** Returns whether a receive that could deliver a message returns none. */
  default boolean overlooks() {
    return false;
  }
}
