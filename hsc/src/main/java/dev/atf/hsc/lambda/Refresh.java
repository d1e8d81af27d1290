package dev.atf.hsc.lambda;

import dev.atf.runtime.loop.Step;
import jakarta.inject.Inject;
import java.time.Duration;

/** Reads lambdas and gates. A failure to read one does not delay the other. */
public final class Refresh implements Step {
  private final Lambdas lambdas;
  private final ClosedGates gates;
  private final LambdaRefresh times;

  @Inject
  Refresh(Lambdas lambdas, ClosedGates gates, LambdaRefresh times) {
    this.lambdas = lambdas;
    this.gates = gates;
    this.times = times;
  }

  @Override
  public Duration turn() {
    try {
      gates.refresh();
    } finally {
      lambdas.refresh();
    }
    return times.interval();
  }
}
