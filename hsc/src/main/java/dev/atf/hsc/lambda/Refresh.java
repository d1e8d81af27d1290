package dev.atf.hsc.lambda;

import dev.atf.hsc.log.LogFollowers;
import dev.atf.runtime.loop.Step;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.InstantSource;

/** Reads lambdas, gates and followed logs. A failure to read gates does not delay the others. */
public final class Refresh implements Step {
  private final Lambdas lambdas;
  private final ClosedGates gates;
  private final LogFollowers followers;
  private final LambdaRefresh times;
  private final InstantSource clock;

  @Inject
  Refresh(
      Lambdas lambdas,
      ClosedGates gates,
      LogFollowers followers,
      LambdaRefresh times,
      InstantSource clock) {
    this.lambdas = lambdas;
    this.gates = gates;
    this.followers = followers;
    this.times = times;
    this.clock = clock;
  }

  @Override
  public Duration turn() {
    try {
      gates.refresh();
    } finally {
      lambdas.refresh();
      followers.refresh(clock.instant());
    }
    return times.interval();
  }
}
