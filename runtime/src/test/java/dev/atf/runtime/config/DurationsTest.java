package dev.atf.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT0.5S, 500ms",
    "PT1S, 1s",
    "PT1.5S, 1500ms",
    "PT90S, 90s",
    "PT2M, 2m",
    "PT90M, 90m",
    "PT12H, 12h",
    "PT36H, 36h",
    "PT48H, 2d",
    "PT-30S, -30s",
    "PT0.0009S, 0s",
  })
  void aDurationIsPrintedInTheLargestUnitThatGivesAWholeNumber(Duration duration, String text) {
    assertThat(Durations.text(duration)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "500ms", "90s", "2m", "12h", "366d"})
  void printedDurationsAreReadAgain(String text) {
    assertThat(Durations.text(Durations.parse(text))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"1.5m, PT1M30S", "PT2S, PT2S", "' 2s ', PT2S", "0.25h, PT15M"})
  void peopleWriteThemInManyWays(String text, Duration duration) {
    assertThat(Durations.parse(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2", "2 s", "s", "1w", "-2s", "1.2345s", "1h30m"})
  void rejectsMalformedDurations(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(ConfigException.class)
        .hasMessage(text + " is not a duration (expected: 2s, 500ms, 5m or PT2S)");
  }
}
