package dev.atf.infra.constructs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever is called by an alarm finds its entry in the runbook. */
final class RunbookTest {
  @ParameterizedTest
  @EnumSource
  void everyAlarmHasItsEntry(AlarmKind kind) throws IOException {
    var entries =
        Files.readString(Path.of("../docs/operations.md"))
            .lines()
            .filter(line -> line.startsWith("#### "))
            .toList();

    assertThat(entries).contains("#### " + kind.entry());
  }
}
