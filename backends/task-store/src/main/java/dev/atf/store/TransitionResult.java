package dev.atf.store;

import dev.atf.model.task.Association;
import java.util.Optional;

/** Result of a transition. Losing a race is a value. */
public sealed interface TransitionResult {
  /** Returns the association after the call, whether the write was applied or refused. */
  Optional<Association> task();

  /**
   * @param after the association as this write left it
   */
  record Applied(Association after) implements TransitionResult {
    @Override
    public Optional<Association> task() {
      return Optional.of(after);
    }
  }

  /**
   * @param found the association that refused the transition; empty if there is none
   */
  record Refused(Optional<Association> found) implements TransitionResult {
    @Override
    public Optional<Association> task() {
      return found;
    }
  }
}
