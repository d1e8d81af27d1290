package dev.atf.controller;

import dev.atf.runtime.loop.MonotonicClock;
import jakarta.inject.Inject;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands out what was claimed, and deals with each reference as its verdict says. */
final class ClaimSettlement {
  private static final Logger log = LoggerFactory.getLogger(ClaimSettlement.class);

  /** Least time for which a queue hides a message that is given back. */
  private static final Duration EARLY = Duration.ofSeconds(1);

  private final TaskMatcher matcher;
  private final TaskBuffers buffers;
  private final Deletions deletions;
  private final Releases releases;
  private final CallEndings callEnds;
  private final HandedWork handed;
  private final MonotonicClock clock;
  private final ControllerMetrics metrics;

  @Inject
  ClaimSettlement(
      TaskMatcher matcher,
      TaskBuffers buffers,
      Deletions deletions,
      Releases releases,
      CallEndings callEnds,
      HandedWork handed,
      MonotonicClock clock,
      ControllerMetrics metrics) {
    this.matcher = matcher;
    this.buffers = buffers;
    this.deletions = deletions;
    this.releases = releases;
    this.callEnds = callEnds;
    this.handed = handed;
    this.clock = clock;
    this.metrics = metrics;
  }

  void settle(Match match, ClaimAnswer.Answered answered) {
    matcher.claimMax(answered.claimMax());
    var outcomes = ClaimOutcomes.of(match.refs(), answered.verdicts());
    deletions.add(outcomes.delete());
    // Before the call waits again, or another thread would take both at once.
    matcher.permits(match.call().lambda(), answered.free(), outcomes.fullFor());
    releases.atOnce(buffers.putBack(outcomes.full()));
    releases.atOnce(outcomes.gone());
    releases.after(EARLY, buffers.putBackLater(outcomes.early()));
    if (outcomes.work().isEmpty()) {
      callEnds.goOnWaiting(match.call(), clock.nanos());
    } else {
      buffers.countHandedOut(match.call().lambda(), outcomes.work().size());
      handed.add(match.call().executor(), match.call().lambda(), outcomes.work());
      match.call().answer(outcomes.work(), answered.sentAt());
    }
    for (var later : outcomes.release().entrySet()) {
      metrics.notDue(later.getValue().size());
      releases.after(later.getKey(), later.getValue());
    }
    for (var ref : outcomes.wrongLambda()) {
      log.error(
          "queue={} holds taskId={} of another lambda", ref.queue(), ref.message().ref().taskId());
    }
    metrics.verdicts(match.call().lambda(), answered.verdicts());
  }
}
