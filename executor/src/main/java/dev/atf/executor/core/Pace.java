package dev.atf.executor.core;

import java.time.Duration;

/**
 * Estimate of the number of tasks that the slots of a process can start soon. It is large if recent
 * tasks were short. Therefore one call fetches many short tasks, and long tasks wait where any
 * executor can take them.
 *
 * <p>Thread-safe.
 */
public final class Pace {
  /**
   * Inverse weight of one task in the mean. With one eighth, a single slow task among short ones
   * has an immediate effect.
   */
  private static final int WEIGHT = 8;

  private final Duration soon;
  private int slots;
  private double meanNanos;

  /**
   * Creates an estimate without tasks.
   *
   * @param soon maximum wait of a task for a slot; zero if tasks do not wait
   */
  public Pace(int slots, Duration soon) {
    this.slots = slots;
    this.soon = soon;
    stalled();
  }

  /** Changes the number of slots. No task is prefetched until some tasks have been short again. */
  public synchronized void slots(int count) {
    slots = count;
    stalled();
  }

  /** Records how long one task occupied a slot: from its arrival until the slot was free again. */
  public synchronized void busyFor(Duration time) {
    meanNanos += (time.toNanos() - meanNanos) / WEIGHT;
  }

  /**
   * Records that a prefetched task found no free slot. No task is prefetched until some tasks have
   * been short again.
   */
  public synchronized void stalled() {
    meanNanos = 2.0 * slots * soon.toNanos();
  }

  /**
   * Returns the number of tasks that slots can start soon, in addition to one for each free slot.
   */
  public synchronized int freeSoon() {
    return (int) (slots * soon.toNanos() / Math.max(1, meanNanos));
  }
}
