package dev.atf.worker.pool;

import java.time.Duration;

/** Change of the number of executor processes of one lambda on a host. */
public sealed interface PoolDecision {
  /**
   * Divisor of the number of processes. The number of processes that are added at a time is this
   * fraction, plus one.
   */
  int GROWTH_PART = 4;

  /**
   * More processes are needed.
   *
   * @param processes number of processes to start
   */
  record Start(int processes) implements PoolDecision {}

  /** One process must return its work that has not started, and exit. */
  record Drain() implements PoolDecision {}

  /** The number of processes is right, or cannot be changed. */
  record Stay() implements PoolDecision {}

  /** Decides from the load. An overloaded host gets no more processes than its minimum. */
  static PoolDecision of(PoolFacts facts, ScaleConfig limits) {
    int places = facts.places();
    int missing = facts.range().least() - places;
    int room = facts.range().most() - places;
    if (missing > 0) {
      return new Start(missing);
    }
    double load = facts.load(limits);
    boolean isTooMuch = places == 0 ? load >= 1 : load > 1;
    if (isTooMuch && room > 0 && !facts.overloaded()) {
      return new Start(Math.min(room, 1 + facts.processes() / GROWTH_PART));
    }
    boolean isIdle = facts.idleFor().compareTo(limits.idleAfter()) >= 0 && facts.queued() == 0;
    return isIdle && missing < 0 ? new Drain() : new Stay();
  }

  /**
   * Facts about the executors of one lambda on a host, and about its queues.
   *
   * @param range bounds of the number of processes
   * @param processes number of processes that take work or start
   * @param failing number of places with a crash loop, which occupy their places without adding
   *     capacity
   * @param queued number of waiting references, as far as the host knows
   * @param oldestDueAge upper bound of the oldest due task's wait; zero if no waiting task is known
   * @param idleFor time for which one process fewer would have been enough
   * @param overloaded whether the host has more processes than it can run
   */
  record PoolFacts(
      ProcessRange range,
      int processes,
      int failing,
      int queued,
      Duration oldestDueAge,
      Duration idleFor,
      boolean overloaded) {

    /**
     * Returns the load as one number: the larger of backlog per process and age of the oldest due
     * task, each divided by its limit. A load of 1 is at the limit. Without processes, it is 1 as
     * soon as there is any work, and 0 otherwise. Hosts of a cluster on AWS are scaled with the
     * same formula.
     */
    double load(ScaleConfig limits) {
      if (processes < 1) {
        return queued > 0 || !oldestDueAge.isZero() ? 1 : 0;
      }
      return Math.max(
          (double) queued / processes / limits.backlogPerProcess(),
          (double) oldestDueAge.toMillis() / limits.dueAgeMax().toMillis());
    }

    /** Returns the number of places that must be filled. */
    int places() {
      return processes + failing;
    }
  }
}
