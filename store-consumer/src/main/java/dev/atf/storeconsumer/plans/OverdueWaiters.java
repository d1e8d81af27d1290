package dev.atf.storeconsumer.plans;

import dev.atf.hints.Hints;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.Transitions;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.store.plans.OrderCodec;
import dev.atf.store.plans.Plans;
import dev.atf.storeconsumer.alarm.LeaseExpiry;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends tasks that still wait for the turn of their key at their deadlines, for example behind a
 * holder that is retried for weeks, or because the key stays held. Therefore no task outlives its
 * part and its entity, which the store deletes some time after the deadline.
 */
@Singleton
final class OverdueWaiters {
  private static final Logger log = LoggerFactory.getLogger(OverdueWaiters.class);

  /**
   * Time between two reads of all waiting tasks of a key, for each page of them. A task is
   * therefore given up late, by two minutes, and by one more for each further thousand tasks that
   * wait for its key.
   */
  static final Duration EVERY = Duration.ofMinutes(1);

  /** Longest time between two reads. It is far below three days. */
  private static final Duration EVERY_MAX = Duration.ofHours(1);

  /** Maximum number of watched keys. Further keys are checked when others have ended. */
  private static final int KNOWN_MAX = WatchedPlans.WATCHES_MAX;

  private final Plans plans;
  private final TaskAssociations associations;
  private final TaskTransitions transitions;
  private final LambdaDirectory directory;
  private final LeaseExpiry expiry;
  private final Hints hints;
  private final ConsumerMetrics metrics;
  private final RecentValues<PlanId, Instant> nextAt =
      new RecentValues<>(KNOWN_MAX, EVERY_MAX.multipliedBy(2));

  @Inject
  OverdueWaiters(
      Plans plans,
      TaskAssociations associations,
      TaskTransitions transitions,
      LambdaDirectory directory,
      LeaseExpiry expiry,
      Hints hints,
      ConsumerMetrics metrics) {
    this.plans = plans;
    this.associations = associations;
    this.transitions = transitions;
    this.directory = directory;
    this.expiry = expiry;
    this.hints = hints;
    this.metrics = metrics;
  }

  /**
   * Gives up overdue tasks. The first check of a key does not, because most keys end before the
   * second minute.
   */
  void giveUpOverdue(Plan row, LambdaDefinition lambda, Instant now) {
    var next = nextAt.find(row.id());
    // A clock that was set back must not put the read off.
    if (next.filter(at -> at.isAfter(now) && !at.isAfter(now.plus(EVERY_MAX))).isPresent()
        || !expiry.mayGiveUp()) {
      return;
    }
    nextAt.put(row.id(), now.plus(EVERY), now);
    if (next.isEmpty()) {
      return;
    }
    var from = OrderCodec.state(row).from();
    for (int pages = 1; ; pages++) {
      var parts = plans.parts(row.id(), from, Limits.PAGE_SIZE_MAX);
      for (var part : parts) {
        var member = OrderCodec.member(row, part);
        if (!member.header().deadline().isAfter(now)) {
          associations
              .find(member.taskId())
              .filter(Association::waits)
              .ifPresent(task -> giveUp(task, lambda, now));
        }
      }
      if (parts.size() < Limits.PAGE_SIZE_MAX) {
        var pause = EVERY.multipliedBy(pages);
        nextAt.put(row.id(), now.plus(pause.compareTo(EVERY_MAX) < 0 ? pause : EVERY_MAX), now);
        return;
      }
      from = parts.get(parts.size() - 1).name() + "-";
    }
  }

  private void giveUp(Association task, LambdaDefinition lambda, Instant now) {
    var failure =
        FrameworkFailure.DEADLINE_EXCEEDED.because(
            "it waited for the turn of its ordering key until " + task.header().deadline());
    var result =
        transitions.apply(
            Transitions.giveUp(
                task.taskId(),
                task.epoch(),
                Outcome.failure("", failure),
                directory.ending(now, lambda).of(task.header())));
    if (result instanceof TransitionResult.Applied applied) {
      hints.written(applied.after());
      metrics.alarmApplied(TaskEvent.GIVE_UP);
      log.info("taskId={} lambda={} event=GIVE_UP", task.taskId(), task.header().lambda());
    }
  }
}
