package dev.atf.sim.aws;

/** Faults of the queues, which are drawn for each message and request. */
public interface QueueFaults {
  /** No fault. */
  QueueFaults NONE = new QueueFaults() {};

  /** Returns the number of copies of a pushed message, which may be 0. */
  default int copies() {
    return 1;
  }

  /** Returns whether a delete or release is confirmed and not done. */
  default boolean forgets() {
    return false;
  }

  /** Returns whether a deleted message is delivered again. */
  default boolean resurrects() {
    return false;
  }

  /** Returns whether a receive returns no message although it could. */
  default boolean overlooks() {
    return false;
  }
}
