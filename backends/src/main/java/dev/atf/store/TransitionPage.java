package dev.atf.store;

import dev.atf.model.task.TaskTransition;
import java.util.List;

/**
 * Page of transitions.
 *
 * @param gap whether transitions before these, or between them, are missing
 * @param more whether there is probably more to read immediately
 */
public record TransitionPage(List<TaskTransition> transitions, boolean gap, boolean more) {
  public TransitionPage {
    transitions = List.copyOf(transitions);
  }
}
