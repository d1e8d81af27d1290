package dev.atf.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Arithmetic of the cost of a cluster without tasks. */
final class IdleCostTest {
  @Test
  void hundredLambdasOnTwentyHostsCostLessThanSixtyDollars() {
    var cost = IdleCost.of(new IdleCost.Cluster(100, 3, 20, 3));

    assertThat(cost.dollarsAMonth()).isPositive().isLessThan(60);
  }

  @Test
  void dollarsAreRequestsTimesUnitsTimesPrice() {
    var cost = IdleCost.of(new IdleCost.Cluster(100, 3, 20, 3));

    var due = source(cost, "due lists");
    assertThat(due.perSecond()).isEqualTo(10);
    assertThat(due.dollarsAMonth()).isCloseTo(10 * 0.5 * 2.592 * 0.125, within(1e-9));
    var waiting = source(cost, "waiting receives");
    assertThat(waiting.perSecond()).isEqualTo(15);
    assertThat(waiting.dollarsAMonth()).isCloseTo(15 * 2.592 * 0.4, within(1e-9));
    assertThat(cost.sources().stream().mapToDouble(IdleCost.Source::dollarsAMonth).sum())
        .isCloseTo(cost.dollarsAMonth(), within(1e-9));
  }

  @Test
  void waitingReceivesDoNotGrowWithTheHosts() {
    var few = IdleCost.of(new IdleCost.Cluster(100, 3, 2, 3));
    var many = IdleCost.of(new IdleCost.Cluster(100, 3, 200, 3));

    assertThat(source(many, "waiting receives")).isEqualTo(source(few, "waiting receives"));
  }

  private static IdleCost.Source source(IdleCost cost, String name) {
    return cost.sources().stream()
        .filter(source -> source.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
