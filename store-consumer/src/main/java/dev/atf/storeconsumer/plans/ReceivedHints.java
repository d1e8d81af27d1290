package dev.atf.storeconsumer.plans;

import dev.atf.hints.DueHint;
import dev.atf.hints.HintReceiver;
import dev.atf.plans.hint.PlanHint;
import dev.atf.storeconsumer.release.DuePoll;
import jakarta.inject.Inject;

/** Receiver of hints for this consumer, from calls of other processes and from its own writes. */
final class ReceivedHints implements HintReceiver {
  private final DuePoll tasks;
  private final OwnedPlans plans;
  private final PlanMetrics metrics;

  @Inject
  ReceivedHints(DuePoll tasks, OwnedPlans plans, PlanMetrics metrics) {
    this.tasks = tasks;
    this.plans = plans;
    this.metrics = metrics;
  }

  @Override
  public boolean due(DueHint hint) {
    return tasks.hinted(hint);
  }

  @Override
  public void plan(PlanHint hint) {
    metrics.hinted(plans.hints().add(hint));
  }
}
