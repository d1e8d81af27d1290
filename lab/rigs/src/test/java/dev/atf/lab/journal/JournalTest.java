package dev.atf.lab.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalTest {
  @TempDir private Path directory;

  @Test
  void anExecutionThatBeganBeforeTheLastOneEndedIsAnOverlap() throws IOException {
    write("1.jsonl", line("start", 1, 1, 100), line("end", 1, 1, 300));
    write("2.jsonl", line("start", 2, 2, 200), line("end", 2, 2, 400));

    assertThat(Journal.read(directory).overlaps(Map.of())).isEqualTo(1);
  }

  @Test
  void oneAfterTheOtherIsNone() throws IOException {
    write("1.jsonl", line("start", 1, 1, 100), line("end", 1, 1, 200));
    write("2.jsonl", line("start", 2, 2, 201), line("end", 2, 2, 400));

    assertThat(Journal.read(directory).overlaps(Map.of())).isZero();
  }

  @Test
  void anExecutionInAKilledProcessLastedUntilItsDeath() throws IOException {
    write("1.jsonl", line("start", 1, 1, 100));
    write("2.jsonl", line("start", 2, 2, 200), line("end", 2, 2, 400));

    assertThat(Journal.read(directory).overlaps(Map.of(1L, 150L))).isZero();
    assertThat(Journal.read(directory).overlaps(Map.of(1L, 250L))).isEqualTo(1);
    assertThat(Journal.read(directory).overlaps(Map.of())).isEqualTo(1);
  }

  @Test
  void aTornLastLineIsLeftOut() throws IOException {
    write("1.jsonl", line("start", 1, 1, 100), "{\"event\":\"en");

    var executions = Journal.read(directory).executions();

    assertThat(executions).hasSize(1);
    assertThat(executions.get(0).endedNanos()).isEmpty();
  }

  private void write(String file, String... lines) throws IOException {
    Files.writeString(directory.resolve(file), String.join("\n", lines));
  }

  private static String line(String event, long pid, long epoch, long nanos) {
    return "{\"event\":\"%s\",\"taskId\":\"t\",\"epoch\":%d,\"attempt\":%d,\"pid\":%d,\"at\":\"2026-01-01T00:00:00Z\",\"nanos\":%d}"
        .formatted(event, epoch, epoch, pid, nanos);
  }
}
