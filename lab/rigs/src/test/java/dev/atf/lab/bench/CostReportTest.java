package dev.atf.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class CostReportTest {
  @Test
  void dollarsFollowFromUnitsAndThePriceTable() {
    var polled = CostReport.Cost.of(PriceTable.load(), "a task", 9, 1, 0.3);

    assertThat(polled.dollarsPerMillion()).isCloseTo(5.625 + 0.125 + 0.12, Offset.offset(1e-9));
  }
}
