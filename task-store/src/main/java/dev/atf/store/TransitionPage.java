package dev.atf.store;

import dev.atf.model.transition.TaskTransition;
import java.util.List;

/**
 * Some of what happened.
 *
 * @param gap whether something that happened before these, or between them, cannot be told
 * @param more whether there is probably more to read at once
 */
public record TransitionPage(List<TaskTransition> transitions, boolean gap, boolean more) {
  public TransitionPage {
    transitions = List.copyOf(transitions);
  }
}
