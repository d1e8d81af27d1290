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

/**
 * Consequences of the HSC's verdicts for each reference.
 *
 * @param work to hand out
 * @param delete messages that are claimed, or no longer needed
 * @param wrongLambda among {@code delete}: references in the queue of another lambda's tasks
 * @param full to be claimed again later: the maximum number of their lambda's tasks runs
 * @param fullFor the time that the HSC named for these; zero if there are none
 * @param early to be claimed again after the value, which is soon enough to keep them here
 * @param release messages to make visible again after the key, in whole seconds
 * @param gone messages to make visible immediately, because this host may no longer work
 */
record ClaimOutcomes(
    List<Work> work,
    List<BufferedRef> delete,
    List<BufferedRef> wrongLambda,
    List<BufferedRef> full,
    Duration fullFor,
    Map<BufferedRef, Duration> early,
    Map<Duration, List<BufferedRef>> release,
    List<BufferedRef> gone) {
  /** Minimum and maximum of a controller's wait before it asks again for a full lambda. */
  private static final Duration FULL_MIN = Duration.ofMillis(100);

  private static final Duration FULL_MAX = Duration.ofSeconds(10);

  /**
   * Larger than the clock skew between hosts. SQS delays are whole seconds, so a reference that is
   * only milliseconds early is kept here instead.
   */
  private static final Duration EARLY_MAX = Duration.ofMillis(1_500);

  private static final Duration RELEASE_MIN = Duration.ofSeconds(1);

  /**
   * Maximum delay before the HSC is asked again. SQS keeps a message out of sight for twelve hours
   * at most.
   */
  private static final Duration RELEASE_MAX = Duration.ofMinutes(15);

  /**
   * Decides on each reference. A verdict that this version does not know leaves its message to its
   * visibility.
   */
  static ClaimOutcomes of(List<BufferedRef> refs, List<ClaimVerdict> verdicts) {
    var sorted =
        new ClaimOutcomes(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            longestFull(verdicts),
            new LinkedHashMap<>(),
            new LinkedHashMap<>(),
            new ArrayList<>());
    for (int i = 0; i < refs.size(); i++) {
      sorted.add(refs.get(i), verdicts.get(i));
    }
    return sorted;
  }

  private static Duration longestFull(List<ClaimVerdict> verdicts) {
    return verdicts.stream()
        .map(ClaimVerdict::getRefused)
        .filter(refusal -> refusal.getReason() == ClaimRefusal.Reason.LAMBDA_FULL)
        .map(refusal -> within(FULL_MIN, ProtoTimes.java(refusal.getRetryAfter()), FULL_MAX))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  private void add(BufferedRef ref, ClaimVerdict verdict) {
    switch (verdict.getVerdictCase()) {
      case CLAIMED -> {
        work.add(verdict.getClaimed());
        delete.add(ref);
      }
      case REFUSED -> addRefused(ref, verdict.getRefused());
      case VERDICT_NOT_SET -> {}
    }
  }

  private void addRefused(BufferedRef ref, ClaimRefusal refusal) {
    switch (refusal.getReason()) {
      case STALE, DEADLINE_EXCEEDED, PAUSED, DROPPED, CONDITION_CLOSED -> delete.add(ref);
      case LAMBDA_FULL -> full.add(ref);
      case WORKER_GONE -> gone.add(ref);
      case WRONG_LAMBDA -> {
        wrongLambda.add(ref);
        delete.add(ref);
      }
      case NOT_DUE, UNKNOWN, KEY_FULL -> {
        var retryAfter = ProtoTimes.java(refusal.getRetryAfter());
        if (retryAfter.compareTo(EARLY_MAX) <= 0) {
          early.put(ref, retryAfter);
        } else {
          release.computeIfAbsent(wholeSeconds(retryAfter), key -> new ArrayList<>()).add(ref);
        }
      }
      case REASON_UNSPECIFIED, UNRECOGNIZED -> {}
    }
  }

  private static Duration wholeSeconds(Duration retryAfter) {
    var up = Duration.ofSeconds(retryAfter.plusSeconds(1).minusNanos(1).toSeconds());
    return within(RELEASE_MIN, up, RELEASE_MAX);
  }

  private static Duration within(Duration min, Duration value, Duration max) {
    if (value.compareTo(min) < 0) {
      return min;
    }
    return value.compareTo(max) > 0 ? max : value;
  }
}
