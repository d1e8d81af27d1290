package dev.atf.simulation.model;

import dev.atf.model.Attempt;

/**
 * An executor's own view of a claim that was granted.
 *
 * @param number of the attempt, as the executor was told
 * @param until its local deadline, exclusive, counted from when it asked; 0 when it is over
 */
record Run(Attempt attempt, int number, int until, Phase phase) {
  enum Phase {
    /** The answer to the claim has not come yet. */
    GRANTED,
    /** Its handler is at work. */
    RUNNING,
    /** Its handler has ended, was killed, or ended itself; calls may still be under way. */
    OVER,
    /** The run was never begun, and will not be. */
    VOID
  }

  boolean runs() {
    return phase == Phase.RUNNING;
  }

  boolean isAlive() {
    return phase == Phase.GRANTED || phase == Phase.RUNNING;
  }

  Run begun() {
    return new Run(attempt, number, until, Phase.RUNNING);
  }

  Run ended() {
    return isAlive() ? new Run(attempt, number, 0, runs() ? Phase.OVER : Phase.VOID) : this;
  }

  Run extended(int newUntil) {
    return new Run(attempt, number, newUntil, phase);
  }
}
