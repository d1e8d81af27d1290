package dev.atf.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import dev.atf.model.check.InvalidFieldException;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ranges of protobuf's times, at each bound and just outside. */
final class CheckedTimesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, 1970-01-01T00:00:00Z",
    "-1, 999999999, 1969-12-31T23:59:59.999Z",
    "0, 999999, 1970-01-01T00:00:00Z",
    "0, 1000000, 1970-01-01T00:00:00.001Z",
    "-62135596800, 0, 0001-01-01T00:00:00Z",
    "253402300799, 999999999, 9999-12-31T23:59:59.999Z",
  })
  void readsTimesInWholeMilliseconds(long seconds, int nanos, Instant expected) {
    assertThat(CheckedTimes.instant("until", timestamp(seconds, nanos))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "-62135596801, 999999999",
    "253402300800, 0",
    "-9223372036854775808, 0",
    "9223372036854775807, 999999999",
    "0, -1",
    "0, 1000000000",
    "0, -2147483648",
    "0, 2147483647",
  })
  @Tag("B9")
  void rejectsTimesOutsideTheYears1To9999(long seconds, int nanos) {
    assertThatThrownBy(() -> CheckedTimes.instant("until", timestamp(seconds, nanos)))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessage(
            "until: %d s %d ns (expected: a time of the years 1 to 9999, nanos 0 to 999999999)",
            seconds, nanos);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, PT0S",
    "0, 1, PT0.000000001S",
    "0, -1, PT-0.000000001S",
    "1, 999999999, PT1.999999999S",
    "-1, -999999999, PT-1.999999999S",
    "1, 0, PT1S",
    "-1, 0, PT-1S",
    "315576000000, 999999999, PT87660000H0.999999999S",
    "-315576000000, -999999999, PT-87660000H-0.999999999S",
  })
  void readsDurationsExactly(long seconds, int nanos, java.time.Duration expected) {
    assertThat(CheckedTimes.duration("delay", duration(seconds, nanos))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "315576000001, 0",
    "-315576000001, 0",
    "9223372036854775807, 0",
    "-9223372036854775807, 0",
    "-9223372036854775808, 0",
    "0, 1000000000",
    "0, -1000000000",
    "0, 2147483647",
    "0, -2147483648",
    "1, -1",
    "-1, 1",
  })
  @Tag("B10")
  void rejectsDurationsOver10000YearsOrOfTwoSigns(long seconds, int nanos) {
    assertThatThrownBy(() -> CheckedTimes.duration("delay", duration(seconds, nanos)))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessage(
            "delay: %d s %d ns"
                + " (expected: a duration of at most 10000 years, nanos of the same sign)",
            seconds, nanos);
  }

  @Test
  void readsUnsetMessagesAsZero() {
    assertThat(CheckedTimes.instant("until", Timestamp.getDefaultInstance()))
        .isEqualTo(Instant.EPOCH);
    assertThat(CheckedTimes.duration("delay", Duration.getDefaultInstance())).isZero();
  }

  private static Timestamp timestamp(long seconds, int nanos) {
    return Timestamp.newBuilder().setSeconds(seconds).setNanos(nanos).build();
  }

  private static Duration duration(long seconds, int nanos) {
    return Duration.newBuilder().setSeconds(seconds).setNanos(nanos).build();
  }
}
