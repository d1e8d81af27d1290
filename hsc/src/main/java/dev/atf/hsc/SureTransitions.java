package dev.atf.hsc;

import dev.atf.model.Transition;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import jakarta.inject.Inject;

/**
 * Applies transitions whose repetition can be told from a lost race, and repeats them when their
 * outcome is unknown. If the first try was applied, the second is refused and shows the caller its
 * own write.
 */
final class SureTransitions {
  /** Chosen: the adapter has had its own retries; what is unknown three times is an outage. */
  private static final int TRIES_MAX = 3;

  private final TaskTransitions store;
  private final HscMetrics metrics;

  @Inject
  SureTransitions(TaskTransitions store, HscMetrics metrics) {
    this.store = store;
    this.metrics = metrics;
  }

  /**
   * @throws StoreOutcomeUnknownException if it is still unknown; the caller's caller repeats the
   *     call
   */
  TransitionResult apply(Transition transition) {
    for (int attempt = 1; attempt < TRIES_MAX; attempt++) {
      try {
        return store.apply(transition);
      } catch (StoreOutcomeUnknownException e) {
        metrics.outcomeUnknown();
      }
    }
    return store.apply(transition);
  }
}
