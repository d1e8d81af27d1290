package dev.atf.store;

import dev.atf.model.task.Association;
import java.util.Optional;

/** Result of a transition. A lost race is a result and not an exception. */
public sealed interface TransitionResult {
  /** Returns the association after the call, whether the write was applied or refused. */
  Optional<Association> task();

  /**
   * The transition was applied.
   *
   * @param after association after this write
   */
  record Applied(Association after) implements TransitionResult {
    @Override
    public Optional<Association> task() {
      return Optional.of(after);
    }
  }

  /**
   * The transition was refused.
   *
   * @param found association that refused the transition; empty if there is none
   */
  record Refused(Optional<Association> found) implements TransitionResult {
    @Override
    public Optional<Association> task() {
      return found;
    }
  }
}
