package dev.atf.simulation.check;

import java.time.Instant;

/**
 * Rule that a worker host begins claims only while it was told that it is healthy, or that nothing
 * is known, was ordered nothing, and has reported lately. A claim that has begun may be repeated.
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
          this, handOut.host() + " claims tasks at " + at + ", and was told " + handOut.answers());
    }
  }
}
