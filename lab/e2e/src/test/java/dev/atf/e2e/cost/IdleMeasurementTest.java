package dev.atf.e2e.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.output.Progress;
import dev.atf.lab.bench.idle.IdleMeasurement;
import java.time.Duration;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests of an idle system are those that are computed from the code. */
@Tag("system")
final class IdleMeasurementTest {
  /** One look at each list; a machine that is slow makes fewer. */
  private static final Duration TIME = Duration.ofSeconds(30);

  @Test
  void idleSystemMakesTheRequestsThatAreComputed() {
    var measured = IdleMeasurement.of(10, 3, TIME, Progress.NONE);

    assertThat(measured.seconds()).isGreaterThanOrEqualTo(TIME.toSeconds());
    var softly = new SoftAssertions();
    for (var each : measured.requests()) {
      // More would be a cost that nobody knows of; single requests are by chance.
      softly
          .assertThat(each.measured())
          .as(each.source())
          .isBetween(each.computed() * 0.5 - 12, each.computed() * 1.3 + 12);
    }
    softly.assertAll();
  }
}
