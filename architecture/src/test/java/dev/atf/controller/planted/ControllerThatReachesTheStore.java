package dev.atf.controller.planted;

import dev.atf.model.transition.Transition;
import dev.atf.store.TaskTransitions;

/** What no controller may do: it pretends to live in that room and writes to the store. */
public final class ControllerThatReachesTheStore {
  private final TaskTransitions store;

  public ControllerThatReachesTheStore(TaskTransitions store) {
    this.store = store;
  }

  public void write(Transition transition) {
    var result = store.apply(transition);
    if (result == null) {
      throw new IllegalStateException();
    }
  }
}
