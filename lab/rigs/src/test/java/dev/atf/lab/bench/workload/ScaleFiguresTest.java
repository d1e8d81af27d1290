package dev.atf.lab.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScaleFiguresTest {
  @Test
  void ratesFollowFromTheCountTheTimeAndTheCpu() {
    var figures =
        Figures.of(4, Duration.ofSeconds(2), List.of(1.0, 2.0, 3.0, 40.0), Duration.ofMillis(100));

    assertThat(figures).isEqualTo(new Figures(4, 2, 2, new Percentiles(2, 40, 40), 40, 0.1, 25));
  }

  @Test
  void theMedianIsTakenOfEachFigureByItself() {
    var runs = List.of(figures(10, 5, 1), figures(30, 1, 2), figures(20, 9, 3));

    assertThat(Figures.medianOf(runs)).isEqualTo(figures(20, 5, 2));
  }

  @Test
  void theMedianOfTwoIsTheirMean() {
    var runs = List.of(figures(10, 4, 1), figures(20, 8, 2));

    assertThat(Figures.medianOf(runs)).isEqualTo(figures(15, 6, 1.5));
  }

  private static Figures figures(double perSecond, double millis, double cpu) {
    return new Figures(
        100, 1, perSecond, new Percentiles(millis, millis, millis), millis, cpu, cpu * 10);
  }
}
