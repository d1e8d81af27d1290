package dev.atf.store;

import dev.atf.model.task.Transition;

/** Port through which every change of an association passes. */
public interface TaskTransitions {
  /**
   * Applies one transition, in one conditional write, if all of its guards hold.
   *
   * <p>Of concurrent callers whose guards exclude each other, one sees {@link
   * TransitionResult.Applied}. A call whose reply is lost may have been applied: repeating it
   * answers {@link TransitionResult.Refused} with the current association, from which the caller
   * can recognize its own earlier write.
   *
   * @throws StoreOutcomeUnknownException if the write may or may not have been applied
   * @throws StoreUnavailableException if it was not applied
   */
  TransitionResult apply(Transition transition);
}
