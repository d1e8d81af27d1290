package dev.atf.storeconsumer;

import dev.atf.model.Association;
import dev.atf.model.EndedLease;
import dev.atf.model.Ending;
import dev.atf.model.ExpiryTransitions;
import dev.atf.model.Failure;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.HistoryEntry;
import dev.atf.model.Lease;
import dev.atf.model.Limits;
import dev.atf.model.Outcome;
import dev.atf.model.RetryDecision;
import dev.atf.model.TaskEvent;
import dev.atf.model.TaskRef;
import dev.atf.model.Transition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** What an attempt whose lease ended unheard of becomes: another one, or the end of its task. */
final class ExpiryDecision {
  private ExpiryDecision() {}

  static Transition of(
      Association task, TaskRef ref, Lease lease, AlarmFacts facts, RandomGenerator random) {
    var now = facts.now();
    var lambda = facts.lambda();
    int deaths = facts.deathCounts() ? deathsWith(lease, task.deaths()) : task.deaths();
    var ended = new EndedLease(ref, lease.until(), task.attempt(), deaths);
    var ending = Ending.at(now, lambda);
    var silent =
        "executor %s was not heard of until its lease ended at %s (attempt %d)"
            .formatted(lease.owner(), lease.until(), task.attempt());
    if (task.cancelRequested()) {
      var cancelled = FrameworkFailure.CANCELLED.because("cancelled while it ran; " + silent);
      return ExpiryTransitions.expireCancelled(ended, failed(cancelled), ending);
    }
    if (facts.deathCounts() && lease.alone() && deaths >= Limits.DEATHS_MAX) {
      var quarantined = FrameworkFailure.QUARANTINED.because(suspected(task, lease, deaths));
      return ExpiryTransitions.expireFatally(ended, failed(quarantined), ending);
    }
    var expired = FrameworkFailure.LEASE_EXPIRED.because(silent);
    var next =
        RetryDecision.after(
            expired,
            task.attempt(),
            Optional.empty(),
            lambda.retry(),
            task.header().deadline(),
            now,
            random);
    if (next instanceof RetryDecision.RetryAt retry) {
      return ExpiryTransitions.expire(ended, failed(expired), now, retry.at());
    }
    var last = ((RetryDecision.GiveUp) next).failure();
    return ExpiryTransitions.expireFatally(ended, failed(last), ending);
  }

  /**
   * Counts one death more. In the company of others anybody may have been the cause: such a death
   * makes a task a suspect, which is run alone, and no more (ADR 0040).
   */
  private static int deathsWith(Lease lease, int before) {
    return lease.alone()
        ? before + 1
        : Math.max(before, Math.min(before + 1, Limits.DEATHS_SHARED_MAX));
  }

  /** Names the attempts, as far as the task's history still knows them. */
  private static String suspected(Association task, Lease lease, int deaths) {
    var history = task.history().entries();
    var claims =
        history.stream()
            .filter(
                entry ->
                    entry.event() == TaskEvent.CLAIM
                        || entry.event() == TaskEvent.CLAIM_AND_MOVE_ALARM)
            .collect(Collectors.toMap(HistoryEntry::epoch, HistoryEntry::detail, (a, b) -> b));
    var before =
        history.stream()
            .filter(entry -> entry.event() == TaskEvent.EXPIRE)
            .sorted(Comparator.comparing(HistoryEntry::epoch).reversed())
            .limit(deaths - 1L)
            .sorted(Comparator.comparing(HistoryEntry::epoch))
            .map(entry -> attempt(entry.attempt(), claims.getOrDefault(entry.epoch(), "")));
    var attempts = new ArrayList<>(before.toList());
    attempts.add(attempt(task.attempt(), "by " + lease.owner()));
    var said =
        "its executor died, or was not heard of again, %d times in a row,"
            + " the last time with nothing else to run: %s";
    return said.formatted(deaths, String.join(", ", attempts));
  }

  private static String attempt(int number, String by) {
    return ("attempt " + number + " " + by).strip();
  }

  /** The digest is empty: the framework decided, and no executor will report it again. */
  private static Outcome failed(Failure failure) {
    return Outcome.failure("", failure);
  }
}
