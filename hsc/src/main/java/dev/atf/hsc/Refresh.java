package dev.atf.hsc;

import dev.atf.hsc.lambda.ClosedGates;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.hsc.log.LogFollowers;
import dev.atf.runtime.loop.Step;
import dev.atf.store.awake.AwakeView;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Step that reads lambdas, gates, followed logs, and the set of lambdas that are awake. A failure
 * to read gates does not delay the other reads.
 */
final class Refresh implements Step {
  private final Lambdas lambdas;
  private final ClosedGates gates;
  private final LogFollowers followers;
  private final AwakeView awake;
  private final HscConfig config;
  private final InstantSource clock;

  @Inject
  Refresh(
      Lambdas lambdas,
      ClosedGates gates,
      LogFollowers followers,
      AwakeView awake,
      HscConfig config,
      InstantSource clock) {
    this.lambdas = lambdas;
    this.gates = gates;
    this.followers = followers;
    this.awake = awake;
    this.config = config;
    this.clock = clock;
  }

  @Override
  public Duration turn() {
    try {
      gates.refresh();
    } finally {
      lambdas.refresh();
      followers.refresh(clock.instant());
      awake.refresh(clock.instant());
    }
    return config.lambdaRefresh();
  }
}
