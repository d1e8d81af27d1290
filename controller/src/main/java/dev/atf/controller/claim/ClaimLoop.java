package dev.atf.controller.claim;

import dev.atf.controller.buffer.ControllerMetrics;
import dev.atf.controller.buffer.Match;
import dev.atf.controller.buffer.TaskMatcher;
import dev.atf.controller.host.HandedWork;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import jakarta.inject.Inject;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves one call: takes it with its references, claims them, and hands out the claimed tasks.
 * Several threads turn it.
 */
public final class ClaimLoop implements Step {
  private static final Logger log = LoggerFactory.getLogger(ClaimLoop.class);

  /** Maximum wait of a turn for a pair to serve. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Least time for which a queue hides a message that is given back. */
  private static final Duration EARLY = Duration.ofSeconds(1);

  private final TaskMatcher matcher;
  private final ClaimClient claims;
  private final Deletions deletions;
  private final Releases releases;
  private final CallEndings callEnds;
  private final Breaker breaker;
  private final Backoff backoff;
  private final HandedWork handed;
  private final MonotonicClock clock;
  private final ControllerMetrics metrics;

  @Inject
  ClaimLoop(
      TaskMatcher matcher,
      ClaimClient claims,
      Deletions deletions,
      Releases releases,
      CallEndings callEnds,
      Breaker breaker,
      Backoff backoff,
      HandedWork handed,
      MonotonicClock clock,
      ControllerMetrics metrics) {
    this.matcher = matcher;
    this.claims = claims;
    this.deletions = deletions;
    this.releases = releases;
    this.callEnds = callEnds;
    this.breaker = breaker;
    this.backoff = backoff;
    this.handed = handed;
    this.clock = clock;
    this.metrics = metrics;
  }

  @Override
  public Duration turn() throws InterruptedException {
    var match = matcher.takeMatch(PATIENCE);
    if (match.isPresent()) {
      try {
        serve(match.get());
      } finally {
        matcher.claimed(match.get().call().lambda());
      }
    }
    // After the end there is nothing to wait for until its loop is stopped.
    return matcher.isClosed() ? PATIENCE : Duration.ZERO;
  }

  private void serve(Match match) {
    if (match.call().isGone()) {
      releases.atOnce(matcher.putBack(match.refs()));
      return;
    }
    var answer = claims.claim(match);
    var lambda = match.call().lambda();
    if (answer instanceof ClaimAnswer.Answered answered) {
      backoff.succeeded(lambda);
      breaker.succeeded();
      settle(match, answered);
      return;
    }
    metrics.claimFailed(lambda);
    matcher.rest(lambda, backoff.failed(lambda));
    boolean reached = !(answer instanceof ClaimAnswer.Unavailable refused) || refused.reached();
    breaker
        .failed(lambda, reached)
        .ifPresent(
            buffered -> {
              log.warn("the HSC is left alone until it answers a probe");
              metrics.breakerOpened();
              releases.atOnce(buffered);
            });
    if (answer instanceof ClaimAnswer.Unavailable) {
      releases.atOnce(matcher.putBack(match.refs()));
    }
    callEnds.goOnWaiting(match.call(), clock.nanos());
  }

  private void settle(Match match, ClaimAnswer.Answered answered) {
    var outcomes = ClaimOutcomes.of(match.refs(), answered.verdicts());
    deletions.add(outcomes.delete());
    // Before the call waits again, or another thread would take both at once.
    matcher.permits(match.call().lambda(), answered.free(), outcomes.fullFor());
    releases.atOnce(matcher.putBack(outcomes.full()));
    releases.after(EARLY, matcher.putBackLater(outcomes.early()));
    if (outcomes.work().isEmpty()) {
      callEnds.goOnWaiting(match.call(), clock.nanos());
    } else {
      matcher.countHandedOut(match.call().lambda(), outcomes.work().size());
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
