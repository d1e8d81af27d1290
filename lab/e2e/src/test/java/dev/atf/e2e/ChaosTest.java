package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.cli.output.Progress;
import dev.atf.e2e.support.ManyProcesses;
import dev.atf.lab.chaos.ChaosReport;
import dev.atf.lab.chaos.ChaosRun;
import dev.atf.lab.chaos.Fault;
import dev.atf.testtime.MeasuredPace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code atf chaos} for a short time: tasks of every kind under faults of every family. */
@Tag("system")
@ManyProcesses
final class ChaosTest {
  private static final long SEED = 4;
  private static final int RATE = 8;
  private static final Duration LENGTH = Duration.ofSeconds(40);

  @Test
  void everyLawHoldsUnderFaultsOfEveryFamily() throws IOException {
    // Below target, so that the processes' output can be read after a failure.
    var logs = Files.createDirectories(Path.of("target", "chaos-logs"));
    var families = EnumSet.allOf(Fault.Family.class);
    ChaosReport report;
    var tryTimeout = MeasuredPace.get().scaled(ChaosRun.Options.TRY_TIMEOUT_DEFAULT);
    var options = new ChaosRun.Options(LENGTH, SEED, RATE, families, tryTimeout, false);
    try (var run = new ChaosRun(options, logs, Progress.NONE)) {
      report = run.run();
    }

    System.out.println("chaos: " + report);
    assertThat(report.violations()).isEmpty();
    assertThat(report.isClean()).isTrue();
    assertThat(report.faults()).containsOnlyKeys(families.toArray(Fault.Family[]::new));
    assertThat(report.scheduled()).isGreaterThan(100);
    assertThat(report.found()).isEqualTo(report.scheduled());
    assertThat(report.frontendFaults()).isPositive();
    // The objective itself is for a machine with time to spare: atf chaos --slo.
    assertThat(report.schedules().calls()).isGreaterThanOrEqualTo(report.scheduled());
    assertThat(report.schedules().answered()).isPositive();
    assertThat(report.succeeded() + report.failed() + report.cancelled())
        .isGreaterThanOrEqualTo(report.scheduled());
    assertThat(report.executions()).isGreaterThanOrEqualTo(report.succeeded());
    // A creation, a claim and an end of each at the least.
    assertThat(report.writes()).isGreaterThan(3 * report.succeeded());
  }
}
