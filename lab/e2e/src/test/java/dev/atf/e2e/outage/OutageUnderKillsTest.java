package dev.atf.e2e.outage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.output.ProgressLine;
import dev.atf.e2e.support.PacedLease;
import dev.atf.lab.bench.outage.OutageBenchmark;
import dev.atf.lab.bench.outage.OutageOptions;
import dev.atf.testtime.MeasuredPace;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an outage costs no attempt, also when a process of each kind is killed in it. */
@Tag("system")
final class OutageUnderKillsTest {
  /** {@code atf bench outage} has ten thousand. */
  private static final int TASKS = Integer.getInteger("atf.outage.tasks", 2_000);

  private static final Duration OUTAGE = Duration.ofSeconds(30);

  @TempDir private Path logs;

  @Test
  void tasksWaitForTheDependencyWithoutAnAttemptSpentAndComeOnTheRamp() {
    var options =
        new OutageOptions(
            TASKS, OUTAGE, 2, 8, PacedLease.of(OutageOptions.LEASE), MeasuredPace.get().factor());

    var report = new OutageBenchmark(options, new ProgressLine(System.out)).run(logs);

    report.print(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    assertThat(report.kills()).isEqualTo(5);
    assertThat(report.blocked()).as("tasks that waited").isGreaterThan(TASKS / 2);
    assertThat(report.lost()).as("lost").isZero();
    assertThat(report.extraAttempts()).as("attempts that the outage cost").isZero();
    assertThat(report.together()).as("twice at once").isZero();
    assertThat(report.overRamp()).as("over the ramp").isLessThanOrEqualTo(0);
  }
}
