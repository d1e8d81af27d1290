package dev.atf.controller;

import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.protocol.v1.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sorts the references of one claim by what must happen to them after the HSC's verdicts. */
final class ClaimOutcomes {
  /** Minimum wait before a controller claims for a full lambda again. */
  private static final Duration FULL_MIN = Duration.ofMillis(100);

  private static final Duration FULL_MAX = Duration.ofSeconds(10);

  /**
   * Maximum wait for an early reference in this process. It is larger than the clock skew between
   * hosts. SQS delays are whole seconds, so a reference that is only milliseconds early is kept
   * here instead.
   */
  private static final Duration EARLY_MAX = Duration.ofMillis(1_500);

  private static final Duration DELAY_MIN = Duration.ofSeconds(1);

  /**
   * Maximum delay before a reference is claimed again. SQS can hide a message for twelve hours at
   * most.
   */
  private static final Duration DELAY_MAX = Duration.ofMinutes(15);

  /** Claimed tasks to hand out. */
  final List<Work> work = new ArrayList<>();

  /** Messages to delete, because their tasks are claimed or they are no longer needed. */
  final List<BufferedRef> delete = new ArrayList<>();

  /** Messages to delete that were in the queue of another lambda. */
  final List<BufferedRef> wrongLambda = new ArrayList<>();

  /**
   * References to claim again later, because their lambda already runs its maximum number of tasks.
   */
  final List<BufferedRef> full = new ArrayList<>();

  /** Wait that the HSC requires for {@link #full}; zero if there are none. */
  final Duration fullFor;

  /** References to claim again after a short wait, during which this process keeps them. */
  final Map<BufferedRef, Duration> early = new LinkedHashMap<>();

  /** References to return, by the delay after which they become visible, in whole seconds. */
  final Map<Duration, List<BufferedRef>> delayed = new LinkedHashMap<>();

  /** Number of references in {@link #delayed} whose tasks are not due yet. */
  int notDue;

  /** References to release immediately, because this host may no longer work. */
  final List<BufferedRef> gone = new ArrayList<>();

  /**
   * Decides on each reference. A message with an unknown verdict is not touched, and becomes
   * visible again.
   */
  ClaimOutcomes(List<BufferedRef> refs, List<ClaimVerdict> verdicts) {
    fullFor = longestFull(verdicts);
    for (int i = 0; i < refs.size(); i++) {
      var verdict = verdicts.get(i);
      switch (verdict.getVerdictCase()) {
        case CLAIMED -> {
          work.add(verdict.getClaimed());
          delete.add(refs.get(i));
        }
        case REFUSED -> refused(refs.get(i), verdict.getRefused());
        case VERDICT_NOT_SET -> {}
      }
    }
  }

  private void refused(BufferedRef ref, ClaimRefusal refusal) {
    switch (refusal.getReason()) {
      case STALE, DEADLINE_EXCEEDED, PAUSED, DROPPED, CONDITION_CLOSED -> delete.add(ref);
      case LAMBDA_FULL -> full.add(ref);
      case WORKER_GONE -> gone.add(ref);
      case WRONG_LAMBDA -> {
        wrongLambda.add(ref);
        delete.add(ref);
      }
      case NOT_DUE, UNKNOWN, KEY_FULL, UNREADABLE -> {
        var retryAfter = ProtoTimes.java(refusal.getRetryAfter());
        if (retryAfter.compareTo(EARLY_MAX) <= 0) {
          early.put(ref, retryAfter);
        } else {
          notDue += refusal.getReason() == ClaimRefusal.Reason.NOT_DUE ? 1 : 0;
          delayed.computeIfAbsent(wholeSeconds(retryAfter), key -> new ArrayList<>()).add(ref);
        }
      }
      case REASON_UNSPECIFIED, UNRECOGNIZED -> {}
    }
  }

  private static Duration longestFull(List<ClaimVerdict> verdicts) {
    return verdicts.stream()
        .map(ClaimVerdict::getRefused)
        .filter(refusal -> refusal.getReason() == ClaimRefusal.Reason.LAMBDA_FULL)
        .map(refusal -> within(FULL_MIN, ProtoTimes.java(refusal.getRetryAfter()), FULL_MAX))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  private static Duration wholeSeconds(Duration retryAfter) {
    var up = Duration.ofSeconds(retryAfter.plusSeconds(1).minusNanos(1).toSeconds());
    return within(DELAY_MIN, up, DELAY_MAX);
  }

  private static Duration within(Duration min, Duration value, Duration max) {
    if (value.compareTo(min) < 0) {
      return min;
    }
    return value.compareTo(max) > 0 ? max : value;
  }
}
