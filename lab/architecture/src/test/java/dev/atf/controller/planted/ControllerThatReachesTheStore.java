package dev.atf.controller.planted;

import dev.atf.model.task.Transition;
import dev.atf.store.TaskTransitions;

/** Violation of the drawing: a class in the controller's module that writes to the store. */
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
