package dev.atf.e2e.micro;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs every JMH benchmark in one short iteration, without meaningful figures, so that all keep
 * working. {@code -Datf.jmh.seconds=5} measures and prints: this many seconds each, in a process of
 * its own, after a warm-up of the same length.
 */
@Tag("nightly")
final class MicroBenchmarksTest {
  private static final int SECONDS = Integer.getInteger("atf.jmh.seconds", 0);

  @Test
  void allRun() throws RunnerException {
    boolean measured = SECONDS > 0;
    var options =
        new OptionsBuilder()
            .forks(measured ? 1 : 0)
            .warmupIterations(SECONDS)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(Math.max(1, SECONDS))
            .measurementTime(measured ? TimeValue.seconds(1) : TimeValue.milliseconds(20))
            .verbosity(measured ? VerboseMode.NORMAL : VerboseMode.SILENT)
            .shouldFailOnError(true)
            .build();

    var results = new Runner(options).run();

    assertThat(results)
        .extracting(result -> result.getPrimaryResult().getLabel())
        .containsExactlyInAnyOrder(
            "write",
            "read",
            "takeBestAndPutItIn",
            "anAlarmInAndTheEarliestOut",
            "anAlarmInAndTheEarliestOut");
    assertThat(results).allMatch(result -> result.getPrimaryResult().getScore() > 0);
  }
}
