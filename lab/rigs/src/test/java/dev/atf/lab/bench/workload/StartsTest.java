package dev.atf.lab.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Round trip of the entries that handlers write. */
final class StartsTest {
  private static final Job SEVENTH = new Job(7, "k", false, Duration.ZERO, Instant.EPOCH);
  private static final Job EIGHTH = new Job(8, "k", false, Duration.ZERO, Instant.EPOCH);

  @TempDir private Path directory;

  @Test
  void aHandlerWritesDownWhenItsJobBegins() {
    var before = now();
    new JobHandler(StartLog.in(directory)).handle(SEVENTH.payload());
    var after = now();

    var starts = Starts.read(directory);
    assertThat(Starts.count(directory)).isEqualTo(1);
    assertThat(starts.of(SEVENTH))
        .hasValueSatisfying(at -> assertThat(at).isBetween(before, after));
    assertThat(starts.of(EIGHTH)).isEmpty();
    assertThat(SEVENTH.payload()).hasSize(256);
  }

  @Test
  void aHandlerTakesItsTime() {
    var job = new Job(7, "k", false, Duration.ofMillis(30), Instant.EPOCH);
    var before = now();

    new JobHandler(StartLog.in(directory)).handle(job.payload());

    assertThat(Duration.between(before, now())).isGreaterThanOrEqualTo(Duration.ofMillis(29));
  }

  @Test
  void theFirstStartCountsAndTheOthersAreTold() {
    var log = StartLog.in(directory);
    log.begun(7);
    var afterFirst = now();
    log.begun(7);
    log.begun(8);

    var starts = Starts.read(directory);

    assertThat(starts.of(SEVENTH).orElseThrow()).isBeforeOrEqualTo(afterFirst);
    assertThat(starts.repeated()).isEqualTo(1);
    assertThat(Starts.count(directory)).isEqualTo(3);
  }

  @Test
  void millisAreCountedFromAnInstantOfEachJob() {
    StartLog.in(directory).begun(7);
    var starts = Starts.read(directory);
    var at = starts.of(SEVENTH).orElseThrow();

    assertThat(starts.millisAfter(List.of(SEVENTH), job -> at.minusMillis(12)))
        .containsExactly(12.0);
  }

  @Test
  void aTornLastEntryIsNotRead() throws Exception {
    StartLog.in(directory).begun(7);
    Files.write(directory.resolve("other"), new byte[StartLog.ENTRY_BYTES - 1]);

    assertThat(Starts.read(directory).of(SEVENTH)).isPresent();
    assertThat(Starts.read(directory).repeated()).isZero();
  }

  private static Instant now() {
    return InstantSource.system().instant().truncatedTo(ChronoUnit.MICROS);
  }
}
