package dev.atf.hints;

import dagger.Lazy;
import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.WakeableStep;
import dev.atf.store.StoreLocality;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Sends hints to store consumers after a write, so that they need not wait for their next poll.
 * Hints are about tasks and plans that are due before the next poll, and about plans with ended
 * tasks (ADR 0062).
 *
 * <p>Writers call {@link #written}, which never waits and never fails. The loop sends the hints
 * that were added since its last request. A hint is sent once and not stored: if it is lost, the
 * next poll finds the task or plan.
 */
@Singleton
public final class Hints implements WakeableStep {
  /** Maximum number of hints of each kind in a request, which has about 100 KB. */
  public static final int HINTS_MAX = 500;

  /**
   * Time for which hints are collected under load, so that there are at most 100 requests per
   * second.
   */
  private static final Duration GATHERED = Duration.ofMillis(10);

  private static final Duration UNTIL_WOKEN = Duration.ofHours(1);

  private final PendingHints<PlanId, PlanHint> plans =
      new PendingHints<>(PlanHint::plan, PlanHint::and);
  private final PendingHints<TaskId, DueHint> tasks =
      new PendingHints<>(DueHint::taskId, (earlier, later) -> later);
  private final Lazy<HintReceiver> own;
  private final StoreConsumers consumers;
  private final InstantSource clock;
  private final MonotonicClock pace;
  private final Duration gathered;
  private final long begunNanos;

  /** Time of the next request on the monotonic clock, counted from the creation of this object. */
  private Duration nextAt = Duration.ZERO;

  /**
   * Creates a sender.
   *
   * @param own receiver in this process; created late, because the receiver also sends hints
   */
  @Inject
  public Hints(
      Lazy<HintReceiver> own,
      StoreConsumers consumers,
      StoreLocality store,
      InstantSource clock,
      MonotonicClock pace) {
    this.own = own;
    this.consumers = consumers;
    this.clock = clock;
    this.pace = pace;
    this.gathered = store.isNear() ? Duration.ZERO : GATHERED;
    this.begunNanos = pace.nanos();
  }

  @Override
  public void whenEarlier(Runnable wake) {
    plans.whenAdded(wake);
    tasks.whenAdded(wake);
  }

  /**
   * Adds hints about a task that was just written: it may be due soon, and a plan may wait for its
   * end.
   */
  public void written(Association task) {
    if (task.status().finished()) {
      PlanHint.ofEnd(task.header()).ifPresent(this::send);
      return;
    }
    DueHint.of(task)
        .filter(hint -> !own.get().due(hint))
        .filter(hint -> isSoon(hint.dueAt()) && !tasks.add(hint))
        .ifPresent(dropped -> consumers.dropped(1));
  }

  /** Adds a hint about a plan that was just written, if its alarm is due soon. */
  public void written(Plan plan) {
    PlanHint.ofRow(plan)
        .filter(hint -> hint.alarm().filter(this::isSoon).isPresent())
        .ifPresent(this::send);
  }

  private void send(PlanHint hint) {
    own.get().plan(hint);
    if (!plans.add(hint)) {
      consumers.dropped(1);
    }
  }

  private boolean isSoon(Instant at) {
    return !at.isAfter(clock.instant().plus(consumers.lookAhead()));
  }

  @Override
  public Duration turn() {
    var early = nextAt.minusNanos(pace.nanos() - begunNanos);
    if (!early.isNegative() && !early.isZero()) {
      return early;
    }
    var ofPlans = plans.take(HINTS_MAX);
    var ofTasks = tasks.take(HINTS_MAX);
    if (ofPlans.isEmpty() && ofTasks.isEmpty()) {
      return UNTIL_WOKEN;
    }
    consumers.send(ofPlans, ofTasks);
    nextAt = Duration.ofNanos(pace.nanos() - begunNanos).plus(gathered);
    return gathered;
  }
}
