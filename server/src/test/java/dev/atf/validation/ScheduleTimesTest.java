package dev.atf.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.Timestamp;
import dev.atf.model.LambdaName;
import dev.atf.model.check.FieldViolation;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ScheduleRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Earliest start and deadline of a task, at the limits of both. */
final class ScheduleTimesTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final LambdaDefinition LAMBDA =
      LambdaDefinition.withDefaults(new LambdaName("resize"), NOW);

  private final Violations violations = new Violations();

  private ScheduleTimes times(Consumer<ScheduleRequest.Builder> how) {
    var request = ScheduleRequest.newBuilder();
    how.accept(request);
    return ScheduleTimes.of(request.build(), LAMBDA, NOW, violations);
  }

  private static Timestamp at(Instant time) {
    return ProtoTimes.proto(time);
  }

  private static com.google.protobuf.Duration delay(long seconds, int nanos) {
    return com.google.protobuf.Duration.newBuilder().setSeconds(seconds).setNanos(nanos).build();
  }

  @Test
  void noTimeIsNowAndNoDeadlineTheEndOfTheLifetime() {
    var times = times(request -> {});

    assertThat(times).isEqualTo(new ScheduleTimes(NOW, NOW.plus(LAMBDA.maxLifetime())));
    assertThat(violations.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "-PT24H, PT0S",
    "-PT0.001S, PT0S",
    "PT0S, PT0S",
    "PT0.001S, PT0.001S",
    "PT0.0019S, PT0.001S",
    "P365D, P365D",
  })
  void timesFromADayAgoToAYearAheadAreTakenAndThePastIsNow(Duration asked, Duration expected) {
    var times = times(request -> request.setScheduledAt(at(NOW.plus(asked))));

    assertThat(violations.isEmpty()).isTrue();
    assertThat(times.scheduledAt()).isEqualTo(NOW.plus(expected));
    assertThat(times.deadline()).isEqualTo(NOW.plus(expected).plus(LAMBDA.maxLifetime()));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, PT0S",
    "0, 999999, PT0S",
    "0, 1000000, PT0.001S",
    "30, 500000000, PT30.5S",
    "31536000, 0, P365D",
  })
  void delaysOfUpToAYearAreTakenInWholeMilliseconds(long seconds, int nanos, Duration expected) {
    var times = times(request -> request.setDelay(delay(seconds, nanos)));

    assertThat(violations.isEmpty()).isTrue();
    assertThat(times.scheduledAt()).isEqualTo(NOW.plus(expected));
  }

  private record Wrong(String reason, Consumer<ScheduleRequest.Builder> how) {}

  private static Arguments wrong(
      String name, String reason, Consumer<ScheduleRequest.Builder> how, String violation) {
    return arguments(name, new Wrong(reason, how), violation);
  }

  private static Stream<Arguments> wrongs() {
    return Stream.of(
        wrong(
            "1 ms over a day ago",
            "TIME_TOO_OLD",
            r -> r.setScheduledAt(at(NOW.minus(Duration.ofHours(24)).minusMillis(1))),
            "scheduledAt: 2026-02-28T12:00:00.122Z"
                + " (expected: at most 24 hours before the server's time, 2026-03-01T12:00:00.123Z)"),
        wrong(
            "1 ms over a year ahead",
            "FIELD_INVALID",
            r -> r.setScheduledAt(at(NOW.plus(Duration.ofDays(365)).plusMillis(1))),
            "scheduledAt: 2027-03-01T12:00:00.124Z"
                + " (expected: at most 365 days after the server's time, 2026-03-01T12:00:00.123Z)"),
        wrong(
            "year 0",
            "FIELD_INVALID",
            r -> r.setScheduledAt(Timestamp.newBuilder().setSeconds(-62_135_596_801L)),
            "scheduledAt: -62135596801 s 0 ns"
                + " (expected: a time of the years 1 to 9999, nanos 0 to 999999999)"),
        wrong(
            "the empty time, 1970",
            "TIME_TOO_OLD",
            r -> r.setScheduledAt(Timestamp.getDefaultInstance()),
            "scheduledAt: 1970-01-01T00:00:00Z"
                + " (expected: at most 24 hours before the server's time, 2026-03-01T12:00:00.123Z)"),
        wrong(
            "negative delay",
            "FIELD_INVALID",
            r -> r.setDelay(delay(0, -1)),
            "delay: PT-0.000000001S (expected: 0 to 365 days)"),
        wrong(
            "delay of 1 ns over a year",
            "FIELD_INVALID",
            r -> r.setDelay(delay(31_536_000, 1)),
            "delay: PT8760H0.000000001S (expected: 0 to 365 days)"),
        wrong(
            "delay of two signs",
            "FIELD_INVALID",
            r -> r.setDelay(delay(1, -1)),
            "delay: 1 s -1 ns"
                + " (expected: a duration of at most 10000 years, nanos of the same sign)"),
        wrong(
            "time and delay, even empty ones",
            "FIELD_INVALID",
            r ->
                r.setScheduledAt(Timestamp.getDefaultInstance())
                    .setDelay(com.google.protobuf.Duration.getDefaultInstance()),
            "delay: given together with scheduledAt (expected: scheduledAt or delay, not both)"),
        wrong(
            "deadline now",
            "FIELD_INVALID",
            r -> r.setDeadline(at(NOW)),
            "deadline: 2026-03-01T12:00:00.123Z"
                + " (expected: after the task's time, 2026-03-01T12:00:00.123Z)"),
        wrong(
            "deadline at the task's time",
            "FIELD_INVALID",
            r -> r.setDelay(delay(1, 0)).setDeadline(at(NOW.plusSeconds(1).plusNanos(999_999))),
            "deadline: 2026-03-01T12:00:01.123Z"
                + " (expected: after the task's time, 2026-03-01T12:00:01.123Z)"),
        wrong(
            "deadline of negative nanos",
            "FIELD_INVALID",
            r -> r.setDeadline(Timestamp.newBuilder().setNanos(-1)),
            "deadline: 0 s -1 ns"
                + " (expected: a time of the years 1 to 9999, nanos 0 to 999999999)"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongs")
  @Tag("B8")
  void rejectsTimesOutsideTheirLimits(String name, Wrong wrong, String violation) {
    times(wrong.how);

    assertThat(violations.all()).extracting(FieldViolation::toString).containsExactly(violation);
    assertThat(violations.status().getDetails(0).getValue().toStringUtf8()).contains(wrong.reason);
  }

  @Test
  void theEarlierOfDeadlineAndLifetimeHolds() {
    var end = NOW.plusSeconds(60).plus(LAMBDA.maxLifetime());
    Consumer<ScheduleRequest.Builder> later = request -> request.setDelay(delay(60, 0));

    assertThat(times(later.andThen(r -> r.setDeadline(at(NOW.plusMillis(60_001))))).deadline())
        .isEqualTo(NOW.plusMillis(60_001));
    assertThat(times(later.andThen(r -> r.setDeadline(at(end.minusMillis(1))))).deadline())
        .isEqualTo(end.minusMillis(1));
    assertThat(times(later.andThen(r -> r.setDeadline(at(end.plusMillis(1))))).deadline())
        .isEqualTo(end);
    assertThat(
            times(r -> r.setDeadline(Timestamp.newBuilder().setSeconds(253_402_300_799L)))
                .deadline())
        .isEqualTo(NOW.plus(LAMBDA.maxLifetime()));
    assertThat(violations.isEmpty()).isTrue();
  }
}
