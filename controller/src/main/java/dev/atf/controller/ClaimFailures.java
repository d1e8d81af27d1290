package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.runtime.loop.MonotonicClock;
import jakarta.inject.Inject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deals with claims that failed: their lambda rests for a while, and after several of them the HSC
 * is left alone.
 */
final class ClaimFailures {
  private static final Logger log = LoggerFactory.getLogger(ClaimFailures.class);

  private final TaskMatcher matcher;
  private final TaskBuffers buffers;
  private final Releases releases;
  private final CallEndings callEnds;
  private final Breaker breaker;
  private final ClaimBackoff backoff;
  private final MonotonicClock clock;
  private final ControllerMetrics metrics;

  @Inject
  ClaimFailures(
      TaskMatcher matcher,
      TaskBuffers buffers,
      Releases releases,
      CallEndings callEnds,
      Breaker breaker,
      ClaimBackoff backoff,
      MonotonicClock clock,
      ControllerMetrics metrics) {
    this.matcher = matcher;
    this.buffers = buffers;
    this.releases = releases;
    this.callEnds = callEnds;
    this.breaker = breaker;
    this.backoff = backoff;
    this.clock = clock;
    this.metrics = metrics;
  }

  /** Ends a row of failures: a claim was answered. */
  void over(LambdaName lambda) {
    backoff.succeeded(lambda);
    breaker.succeeded();
  }

  /**
   * @param answer any but {@link ClaimAnswer.Answered}
   */
  void failed(Match match, ClaimAnswer answer) {
    var lambda = match.call().lambda();
    metrics.claimFailed(lambda);
    // An HSC of an earlier version may have refused it for its size.
    matcher.claimMax(TaskMatcher.CLAIM_MAX_UNKNOWN);
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
      releases.atOnce(buffers.putBack(match.refs()));
    }
    callEnds.goOnWaiting(match.call(), clock.nanos());
  }
}
