package dev.atf.executor.core;

import java.time.Duration;

/**
 * For how many tasks the slots of a process will be free soon: the shorter they have been busy with
 * each lately, the more. So short tasks come many to a call, and long ones wait where any executor
 * can take them.
 *
 * <p>Thread-safe.
 */
public final class Pace {
  /** Chosen: a task weighs an eighth, so that one slow task among short ones is noticed at once. */
  private static final int WEIGHT = 8;

  private final Duration soon;
  private int slots;
  private double meanNanos;

  /**
   * @param soon how long a task may wait for a slot; zero: not at all
   */
  public Pace(int slots, Duration soon) {
    this.slots = slots;
    this.soon = soon;
    stalled();
  }

  /**
   * Changes the number of slots; none is asked for ahead until some tasks have been short again.
   */
  public synchronized void slots(int count) {
    slots = count;
    stalled();
  }

  /** A slot was busy with one task: from its arrival until its result had a definite answer. */
  public synchronized void busyFor(Duration time) {
    meanNanos += (time.toNanos() - meanNanos) / WEIGHT;
  }

  /** A task has waited in vain: none is asked for ahead until some have been short again. */
  public synchronized void stalled() {
    meanNanos = 2.0 * slots * soon.toNanos();
  }

  /** How many tasks slots can begin soon, besides those for which they are free now. */
  public synchronized int freeSoon() {
    return (int) (slots * soon.toNanos() / Math.max(1, meanNanos));
  }
}
