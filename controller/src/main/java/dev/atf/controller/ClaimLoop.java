package dev.atf.controller;

import dev.atf.runtime.loop.Step;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Serves one NextWork call per turn: takes the call with its references, claims them, and answers
 * with the claimed tasks. Several threads run this step.
 */
final class ClaimLoop implements Step {
  /** Longest wait of a turn for a pair to serve. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private final TaskMatcher matcher;
  private final TaskBuffers buffers;
  private final ClaimClient claims;
  private final Releases releases;
  private final ClaimSettlement settlement;
  private final ClaimFailures failures;

  @Inject
  ClaimLoop(
      TaskMatcher matcher,
      TaskBuffers buffers,
      ClaimClient claims,
      Releases releases,
      ClaimSettlement settlement,
      ClaimFailures failures) {
    this.matcher = matcher;
    this.buffers = buffers;
    this.claims = claims;
    this.releases = releases;
    this.settlement = settlement;
    this.failures = failures;
  }

  @Override
  public Duration turn() throws InterruptedException {
    var match = matcher.takeMatch(PATIENCE);
    if (match.isPresent()) {
      try {
        serve(match.get());
      } finally {
        matcher.claimed(match.get().call().lambda(), match.get().refs().size());
      }
    }
    // After the end there is nothing to wait for until its loop is stopped.
    return matcher.isClosed() ? PATIENCE : Duration.ZERO;
  }

  private void serve(Match match) {
    if (match.call().isGone()) {
      releases.atOnce(buffers.putBack(match.refs()));
      return;
    }
    var answer = claims.claim(match);
    if (answer instanceof ClaimAnswer.Answered answered) {
      failures.over(match.call().lambda());
      settlement.settle(match, answered);
      return;
    }
    failures.failed(match, answer);
  }
}
