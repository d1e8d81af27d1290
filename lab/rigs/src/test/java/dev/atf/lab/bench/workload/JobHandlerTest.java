package dev.atf.lab.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.lab.execution.ExecutionLog;
import dev.atf.lab.execution.Executions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JobHandlerTest {
  private static final Job SEVENTH = new Job(7, "k", false, Duration.ZERO, Instant.EPOCH);
  private static final Job EIGHTH = new Job(8, "k", false, Duration.ZERO, Instant.EPOCH);

  @TempDir private Path directory;

  @Test
  void aHandlerWritesDownWhenItsJobBegins() {
    var before = now();
    new JobHandler(ExecutionLog.in(directory)).handle(SEVENTH.payload());
    var after = now();

    var executions = Executions.read(directory);
    assertThat(executions.all()).hasSize(1);
    assertThat(SEVENTH.firstIn(executions))
        .hasValueSatisfying(first -> assertThat(first.began()).isBetween(before, after));
    assertThat(EIGHTH.firstIn(executions)).isEmpty();
    assertThat(SEVENTH.payload()).hasSize(256);
  }

  @Test
  void aHandlerTakesItsTime() {
    var job = new Job(7, "k", false, Duration.ofMillis(30), Instant.EPOCH);
    var before = now();

    new JobHandler(ExecutionLog.in(directory)).handle(job.payload());

    assertThat(Duration.between(before, now())).isGreaterThanOrEqualTo(Duration.ofMillis(29));
  }

  @Test
  void millisAreCountedFromAnInstantOfEachJob() {
    new JobHandler(ExecutionLog.in(directory)).handle(SEVENTH.payload());
    var executions = Executions.read(directory);
    var at = SEVENTH.firstIn(executions).orElseThrow().began();

    assertThat(Job.millisUntilBegun(List.of(SEVENTH), job -> at.minusMillis(12), executions))
        .containsExactly(12.0);
  }

  private static Instant now() {
    return InstantSource.system().instant().truncatedTo(ChronoUnit.MICROS);
  }
}
