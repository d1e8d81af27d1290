package dev.atf.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.lab.bench.workload.Percentiles;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

final class PercentilesTest {
  @Test
  void areTheNearestRanks() {
    var oneToHundred = DoubleStream.iterate(1, n -> n + 1).limit(100).boxed().toList();

    assertThat(Percentiles.of(oneToHundred)).isEqualTo(new Percentiles(50, 95, 99));
    assertThat(Percentiles.of(List.of(7.0))).isEqualTo(new Percentiles(7, 7, 7));
    assertThat(Percentiles.of(List.of())).isEqualTo(new Percentiles(0, 0, 0));
  }
}
