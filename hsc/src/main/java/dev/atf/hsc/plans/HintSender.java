package dev.atf.hsc.plans;

import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.result.EndListener;
import dev.atf.model.TaskHeader;
import dev.atf.plans.hint.PendingHints;
import dev.atf.plans.hint.PlanHint;
import dev.atf.runtime.loop.WakeableStep;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Tells store consumers which plans tasks have ended of, behind the calls that ended them (ADR
 * 0062). What ends while it sends goes with the next request. Nothing is sent twice or kept: a lost
 * hint is made up for by the supervisor's look.
 */
@Singleton
final class HintSender implements EndListener, WakeableStep {
  /** Chosen: a request of about 50 KB. */
  static final int HINTS_MAX = 500;

  private static final Duration UNTIL_WOKEN = Duration.ofHours(1);

  private final PendingHints pending = new PendingHints();
  private final StoreConsumers consumers;
  private final HscMetrics metrics;

  @Inject
  HintSender(StoreConsumers consumers, HscMetrics metrics) {
    this.consumers = consumers;
    this.metrics = metrics;
  }

  @Override
  public void whenEarlier(Runnable wake) {
    pending.whenAdded(wake);
  }

  @Override
  public void ended(TaskHeader task) {
    PlanHint.of(task)
        .filter(hint -> !pending.add(hint))
        .ifPresent(dropped -> metrics.planHints("dropped", 1));
  }

  @Override
  public Duration turn() {
    var hints = pending.take(HINTS_MAX);
    if (hints.isEmpty()) {
      return UNTIL_WOKEN;
    }
    consumers.send(hints);
    return Duration.ZERO;
  }
}
