package dev.atf.worker.pool;

/** Change of the number of executor processes of one lambda on a host. */
public sealed interface PoolDecision {
  /** Part of the processes that is added at a time, besides one. */
  int GROWTH_PART = 4;

  /**
   * @param processes how many more are to be started
   */
  record Start(int processes) implements PoolDecision {}

  /** One process is to return what it has not started, and to end. */
  record Drain() implements PoolDecision {}

  /** The number is right, or cannot be changed. */
  record Stay() implements PoolDecision {}

  /** Decides by the load; a host that is overloaded gets no more processes than it must have. */
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
}
