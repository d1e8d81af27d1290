package dev.atf.lab.bench;

/**
 * Progress of A's backlog while B was measured beside it.
 *
 * @param released tasks of A that were pushed for the first time in their epoch
 * @param pushedAgain copies pushed because the first was not claimed
 * @param looks alarms of unclaimed tasks that were moved without a push
 */
public record Backlog(
    int tasks,
    double loadSeconds,
    long released,
    long pushedAgain,
    long looks,
    double pushesPerTask) {

  /**
   * @param ofQuiet releases of B's tasks
   */
  static Backlog of(int tasks, double loadSeconds, ConsumerFigures counted, int ofQuiet) {
    long released = Math.max(1, counted.released() - ofQuiet);
    return new Backlog(
        tasks,
        loadSeconds,
        released,
        counted.pushedAgain(),
        counted.looks(),
        Phase.round((double) (released + counted.pushedAgain()) / released, 1_000));
  }
}
