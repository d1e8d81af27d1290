package dev.atf.simulation.world;

/**
 * Kinds of faults; each is enabled in about half of all worlds, a leaping clock and the narrow ones
 * in fewer.
 */
public enum FaultKind {
  CALL_LOST,
  CALL_DOUBLED,
  CALL_DELAYED,
  ANSWER_LOST,
  PARTITION,
  STORE_THROTTLED,
  STORE_AWAY,
  STORE_SLOW,
  STORE_OUTCOME_UNKNOWN,
  INDEX_LAG,
  MESSAGE_LOST,
  MESSAGE_DOUBLED,
  MESSAGE_BACK_FROM_THE_DEAD,
  QUEUE_AWAY,
  QUEUE_PURGED,
  CRASH,
  DEPLOY,
  PAUSE,
  CLOCK_WRONG,
  /** A clock is wrong by more than its bound: rules that assume clocks are not checked then. */
  CLOCK_LEAPS,
  /** Some processes are of the previous version, some of the next. */
  MIXED_VERSIONS,
  /**
   * A zone, with a third of all processes, is lost at one instant: they are killed, or live on and
   * reach only each other. Store and queues are regional.
   */
  ZONE_LOSS,
  /** The store refuses most of the calls for the tasks of one of its partitions. */
  STORE_PARTITION_THROTTLED,
  /** The store refuses the claims of one lambda. */
  CLAIMS_REFUSED;

  /** Returns whether it affects few tasks, so that the others must not suffer from it. */
  public boolean isNarrow() {
    return this == STORE_PARTITION_THROTTLED || this == CLAIMS_REFUSED;
  }

  /** Returns whether it is drawn beside the draws of a seed, which are the same without it. */
  boolean isDrawnApart() {
    return isNarrow() || this == ZONE_LOSS;
  }
}
