package dev.atf.simulation.model;

import org.jspecify.annotations.Nullable;

/**
 * One thing that happens.
 *
 * @param what was sent, or arrives; null if nothing
 * @param applied what the store has written; null if nothing
 */
record Step(
    State before,
    String who,
    @Nullable Late what,
    String how,
    @Nullable Write applied,
    State after) {

  /** Nothing is sent. */
  static Step silent(State before, String who, State after) {
    return new Step(before, who, null, "", null, after);
  }

  /** The same while something is under way. */
  Step beside(State late) {
    return new Step(late, who, what, how, applied, after.late(late.late()));
  }

  @Override
  public String toString() {
    var task = after.task();
    return "at %d %s%s%s → %s, epoch %d, attempt %d"
        .formatted(
            before.now(),
            who,
            what == null ? "" : ": " + what,
            how,
            task.status(),
            task.epoch(),
            task.attempt());
  }
}
