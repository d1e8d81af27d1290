package dev.atf.frontend.explain;

import dev.atf.frontend.lambda.PendingTasks.Backlog;
import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.Counted;
import dev.atf.frontend.rpc.DurationText;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.Limits;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.model.task.Association;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reasons of a task that could run but does not. The reason that delays it longest comes first. */
final class PendingReasons {
  private final Facts facts;
  private final Association task;
  private final Instant now;
  private final WorkerReason workers;
  private final LimitReasons limits;

  PendingReasons(Facts facts, Instant now) {
    this.facts = facts;
    this.task = facts.task();
    this.now = now;
    this.workers =
        new WorkerReason(
            task.header().lambda(),
            facts.workers().seen(),
            facts.workers().heard(),
            facts.holders(),
            now);
    this.limits = new LimitReasons(facts, now);
  }

  List<Reason> all() {
    var reasons = new ArrayList<Reason>();
    if (DeadlineReason.isOver(task, now)) {
      DeadlineReason.of(task, now).ifPresent(reasons::add);
    }
    if (facts.lambda().isEmpty()) {
      reasons.add(lambdaMissing());
    }
    if (facts.origin().turn().isPresent()) {
      reasons.add(facts.origin().turn().get());
      reasons.addAll(GateReason.of(facts.gates(), now));
      facts.silentConsumers().ifPresent(reasons::add);
      if (!DeadlineReason.isOver(task, now)) {
        DeadlineReason.of(task, now).ifPresent(reasons::add);
      }
      return reasons;
    }
    var wakesAt = wakesAt();
    boolean gateOutlasts =
        facts.gates().stream()
            .anyMatch(gate -> gate.until() == null || gate.until().isAfter(wakesAt));
    if (gateOutlasts) {
      reasons.addAll(GateReason.of(facts.gates(), now));
    }
    if (wakesAt.isAfter(now)) {
      reasons.add(waits(wakesAt));
    }
    if (!gateOutlasts) {
      reasons.addAll(GateReason.of(facts.gates(), now));
    }
    if (task.status() != TaskStatus.ENQUEUED) {
      facts.silentConsumers().ifPresent(reasons::add);
    }
    killer().ifPresent(reasons::add);
    reasons.addAll(workers.all());
    limits.full().forEach(reasons::add);
    if (task.status() == TaskStatus.ENQUEUED) {
      reasons.add(waitsInQueue());
      ReturnedReason.of(task, now).ifPresent(reasons::add);
      facts.silentConsumers().ifPresent(reasons::add);
    } else if (!wakesAt.isAfter(now)) {
      // A rate delays nothing that is not released at all.
      if (facts.gates().isEmpty() && facts.silentConsumers().isEmpty()) {
        limits.rate().ifPresent(reasons::add);
      }
      reasons.add(waitsForRelease(wakesAt));
      ReturnedReason.of(task, now).ifPresent(reasons::add);
      if (task.status() == TaskStatus.RETRIABLE_FAILURE) {
        reasons.add(retry("its next attempt has been due since " + wakesAt, null));
      }
    }
    if (!DeadlineReason.isOver(task, now)) {
      DeadlineReason.of(task, now).ifPresent(reasons::add);
    }
    return reasons;
  }

  /** Returns the trigger time of the task; for a released task, its scheduled time. */
  private Instant wakesAt() {
    var trigger = task.trigger();
    return task.status() == TaskStatus.ENQUEUED || trigger == null
        ? task.header().scheduledAt()
        : trigger.at();
  }

  private Reason waits(Instant wakesAt) {
    var in = DurationText.of(Duration.between(now, wakesAt));
    if (task.status() == TaskStatus.RETRIABLE_FAILURE) {
      return retry("the next attempt is at %s, in %s".formatted(wakesAt, in), wakesAt);
    }
    var handedBack = ReturnedReason.of(task, now);
    return handedBack.isPresent() && !task.header().scheduledAt().isAfter(now)
        ? new Reason(
            ExplainCode.RETURNED,
            "%s; it will be released again at %s, in %s"
                .formatted(handedBack.get().message(), wakesAt, in),
            handedBack.get().since(),
            wakesAt,
            handedBack.get().remedy())
        : new Reason(
            ExplainCode.NOT_DUE_YET,
            "it is not due yet: its time is %s, in %s".formatted(wakesAt, in),
            null,
            wakesAt);
  }

  /** Returns a reason for a task that seems to kill its executors. */
  private Optional<Reason> killer() {
    int deaths = task.deaths();
    if (deaths == 0) {
      return Optional.empty();
    }
    var next =
        deaths >= Limits.DEATHS_SHARED_MAX
            ? "its next attempt runs with no other task in its process; after %s it ends as QUARANTINED"
                .formatted(Counted.of(Limits.DEATHS_MAX, "death in a row", "deaths in a row"))
            : "after a second death it runs with no other task in its process";
    return Optional.of(
        new Reason(
            ExplainCode.KILLED_EXECUTORS,
            "%s died, or stopped responding, while %s ran this task%s; %s"
                .formatted(
                    Counted.of(deaths, "executor"),
                    deaths == 1 ? "it" : "they",
                    task.outcome() == null
                        ? ""
                        : ", the last time with " + FinishedReason.failureText(task),
                    next)));
  }

  private Reason retry(String next, @Nullable Instant until) {
    return new Reason(
        ExplainCode.RETRY_BACKOFF,
        "attempt %d%s failed with %s; %s"
            .formatted(
                task.attempt(),
                facts.lambda().map(known -> " of " + known.retry().maxAttempts()).orElse(""),
                FinishedReason.failureText(task),
                next),
        null,
        until);
  }

  private Reason waitsInQueue() {
    var releasedAt =
        task.history().entries().stream()
            .filter(entry -> entry.event() == TaskEvent.RELEASE && entry.epoch() == task.epoch())
            .map(HistoryEntry::at)
            .findFirst();
    var waits =
        releasedAt
            .map(at -> "has waited in its queue for " + DurationText.of(Duration.between(at, now)))
            .orElse("waits in its queue");
    var trigger = task.trigger();
    return new Reason(
        ExplainCode.WAITS_IN_QUEUE,
        "it %s%s%s%s%s"
            .formatted(
                waits,
                facts
                    .queued()
                    .filter(n -> n > 1)
                    .map(n -> ", as one of " + n + " tasks")
                    .orElse(""),
                pushed(),
                trigger == null ? "" : "; the next check is at " + trigger.at(),
                workers.asking()),
        releasedAt.orElse(null));
  }

  /** Returns the clause on pushes. */
  private String pushed() {
    int pushes = task.pushes();
    if (pushes > 0) {
      return pushes == 1
          ? ""
          : "; it was checked " + Counted.of(pushes - 1, "time") + " since then";
    }
    return "; the queue has refused it, or was full, " + Counted.of(-pushes, "time");
  }

  /**
   * Returns the text about earlier tasks of the same fairness key. Tasks of other keys do not
   * count, because keys take turns.
   */
  private static String outlookOfKey(Backlog ahead, FairnessKey key) {
    return ahead.count() == 0
        ? "it is the next task of its fairness key %s, and keys take turns".formatted(key)
        : "%s of its fairness key %s are due before it, and keys take turns".formatted(ahead, key);
  }

  private Reason waitsForRelease(Instant wakesAt) {
    var ahead = facts.ahead().orElse(new Backlog(0, true));
    var key = task.header().fairnessKey();
    // The rate of its queue does not show the share of its key.
    var rate = facts.releasedPerSecond().filter(released -> released > 0 && key == null);
    var outlook =
        facts.lambda().isEmpty()
            ? "no store consumer releases it"
            : !facts.gates().isEmpty()
                ? "its gate holds it back"
                : facts.silentConsumers().isPresent()
                    ? "no store consumer runs that could release it"
                    : key != null ? outlookOfKey(ahead, key) : outlook(ahead, rate);
    return new Reason(
        ExplainCode.WAITS_FOR_RELEASE,
        "it has been due since %s (%s) and waits in the store: in lambda %s, priority %s, %s"
            .formatted(
                wakesAt,
                DurationText.of(Duration.between(wakesAt, now)),
                task.header().lambda(),
                task.header().priority(),
                outlook),
        wakesAt,
        rate.filter(released -> ahead.count() > 0 && facts.gates().isEmpty())
            .filter(released -> facts.silentConsumers().isEmpty())
            .map(released -> now.plus(seconds(ahead, released)))
            .orElse(null),
        facts.silentConsumers().map(Reason::remedy).orElse(""));
  }

  private static String outlook(Backlog ahead, Optional<Double> rate) {
    return ahead.count() == 0
        ? "it is the next to be released"
        : rate.map(
                released ->
                    "%s are due before it and %s are released per second, so it waits about %s"
                        .formatted(
                            ahead,
                            LimitReasons.number(released),
                            DurationText.of(seconds(ahead, released))))
            .orElse("%s are due before it and none was released recently".formatted(ahead));
  }

  private static Duration seconds(Backlog ahead, double perSecond) {
    return Duration.ofSeconds(Math.round(Math.ceil(ahead.count() / perSecond)));
  }

  private Reason lambdaMissing() {
    return new Reason(
        ExplainCode.LAMBDA_MISSING,
        "its lambda %s is not registered, so no store consumer releases it"
            .formatted(task.header().lambda()));
  }
}
