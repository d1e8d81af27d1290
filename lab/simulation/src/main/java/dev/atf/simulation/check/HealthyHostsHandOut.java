package dev.atf.simulation.check;

import java.time.Instant;

/**
 * Rule that a worker host starts a claim only while the HSC's answer to one of its recent reports
 * permits work: the health of the host is HEALTHY or unknown, it has no order, and the answer is
 * still valid. A claim that was started may be repeated.
 */
final class HealthyHostsHandOut implements Rule {
  @Override
  public String name() {
    return "only healthy hosts hand out work";
  }

  @Override
  public void handsOut(Instant at, HandOut handOut, Verdict verdict) {
    if (handOut.answers().stream().noneMatch(HandOut.Answer::permitsWork)) {
      verdict.broken(
          this,
          handOut.host() + " claims tasks at " + at + " after the answers " + handOut.answers());
    }
  }
}
