package dev.atf.e2e.outage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.output.ProgressLine;
import dev.atf.e2e.support.ManyProcesses;
import dev.atf.e2e.support.PacedLease;
import dev.atf.lab.bench.outage.OutageBenchmark;
import dev.atf.local.EngineKind;
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
@ManyProcesses
final class OutageUnderKillsTest {
  @TempDir private Path logs;

  @Test
  void tasksWaitForTheDependencyWithoutAnAttemptSpentAndComeOnTheRamp() {
    outage(EngineKind.DYNAMODB_LOCAL, 200, Duration.ofSeconds(15), 6);
  }

  @Test
  @Tag("nightly")
  void tasksDoSoWhenAllServicesAreKilledTogether() {
    outage(EngineKind.EMBEDDED, 200, Duration.ofSeconds(15), 3);
  }

  @Test
  @Tag("nightly")
  void twoThousandTasksWaitForTheDependency() {
    outage(EngineKind.DYNAMODB_LOCAL, 2_000, Duration.ofSeconds(30), 6);
  }

  @Test
  @Tag("nightly")
  void tenThousandTasksDoSoWhenAllServicesAreKilledTogether() {
    outage(EngineKind.EMBEDDED, 10_000, Duration.ofSeconds(60), 3);
  }

  private void outage(EngineKind engine, int tasks, Duration outage, int kills) {
    var pace = MeasuredPace.get();
    var options =
        new OutageBenchmark.Options(
            engine,
            tasks,
            outage,
            2,
            8,
            PacedLease.of(OutageBenchmark.Options.LEASE),
            pace.factor());

    var report = new OutageBenchmark(options, new ProgressLine(System.out)).run(logs);

    report.print(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    assertThat(report.kills()).isEqualTo(kills);
    assertThat(report.blocked()).as("tasks that waited").isGreaterThan(tasks / 2);
    assertThat(report.lost()).as("lost").isZero();
    assertThat(report.extraAttempts()).as("attempts that the outage cost").isZero();
    assertThat(report.together()).as("twice at once").isZero();
    assertThat(report.overRamp()).as("over the ramp").isLessThanOrEqualTo(0);
  }
}
