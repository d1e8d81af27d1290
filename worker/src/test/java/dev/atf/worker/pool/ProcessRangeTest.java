package dev.atf.worker.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.config.ConfigException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProcessRangeTest {
  @Test
  void aNumberIsFixedAndARangeIsElastic() {
    assertThat(ProcessRange.parse("2")).isEqualTo(new ProcessRange(2, 2)).hasToString("2");
    assertThat(ProcessRange.parse("0..8")).isEqualTo(new ProcessRange(0, 8)).hasToString("0..8");
    assertThat(ProcessRange.parse("2").isElastic()).isFalse();
    assertThat(ProcessRange.parse("0..8").isElastic()).isTrue();
    assertThat(ProcessRange.parse("3..3")).isEqualTo(ProcessRange.of(3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0..0", "3..2", "257", "0..257", "-1", "1-2", "1..", "..2", "x"})
  void otherTextsAreRefused(String text) {
    assertThatThrownBy(() -> ProcessRange.parse(text))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("processes: ")
        .hasMessageContaining("such as 0..8)");
  }

  @Test
  void limitsThatCannotBeMeantAreRefused() {
    var second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> new ScaleConfig(0, Duration.ZERO, second, Duration.ofSeconds(2)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("backlogPerProcess: 0 (expected: 1 to 1000000)")
        .hasMessageContaining("dueAgeMax: 0s (expected: more than 0s)")
        .hasMessageContaining("idleAfter: 1s (expected: at least lookEvery = 2s)");
    assertThatThrownBy(() -> new ScaleConfig(1, second, second, Duration.ofMillis(99)))
        .hasMessageContaining("lookEvery: 99ms (expected: 100ms to 10m)");
  }
}
