package dev.atf.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.lab.bench.workload.Percentiles;
import org.junit.jupiter.api.Test;

final class DemoReportTest {
  private static final Percentiles NONE = new Percentiles(0, 0, 0);

  @Test
  void allRightNeedsEveryTaskToSucceedOnceAndCorrectly() {
    assertThat(report(3, 3, 0, 0, 0, 3).allRight()).isTrue();
    assertThat(report(3, 2, 1, 0, 0, 2).allRight()).isFalse();
    assertThat(report(3, 2, 0, 1, 0, 2).allRight()).isFalse();
    assertThat(report(3, 3, 0, 0, 1, 3).allRight()).isFalse();
    assertThat(report(3, 3, 0, 0, 0, 2).allRight()).isFalse();
  }

  @Test
  void runWithoutKillsIsNotAllRight() {
    assertThat(new DemoReport(3, 3, 0, 0, 0, 0, 0, 3, NONE, 1).allRight()).isFalse();
  }

  private static DemoReport report(
      int scheduled, int succeeded, int failed, int lost, int concurrent, int verified) {
    return new DemoReport(scheduled, succeeded, failed, lost, 1, concurrent, 0, verified, NONE, 1);
  }
}
