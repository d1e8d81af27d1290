package dev.atf.simulation.model;

import org.jspecify.annotations.Nullable;

/**
 * Transition of the model from one state to the next.
 *
 * @param what the message that was sent or arrives; null if none
 * @param applied the write that the store has applied; null if none
 */
record Step(
    State before,
    String who,
    @Nullable Late what,
    String how,
    @Nullable Write applied,
    State after) {

  /** Returns a step without a message. */
  static Step silent(State before, String who, State after) {
    return new Step(before, who, null, "", null, after);
  }

  /** Returns this step with a delayed message under way. */
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
