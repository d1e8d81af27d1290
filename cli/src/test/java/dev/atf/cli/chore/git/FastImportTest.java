package dev.atf.cli.chore.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FastImportTest {
  @Test
  void aPathIsNeverAFurtherCommand() {
    assertThat(FastImport.quoted("a\nD \"b\\\u007fé"))
        .isEqualTo("\"a\\012D \\042b\\134\\177\\303\\251\"");
  }

  @Test
  void contentIsCountedInBytes() {
    var draft =
        new CommitDraft(
            "bridge",
            Instant.ofEpochSecond(7),
            "Say é\n",
            Map.of(),
            List.of("x"),
            List.of(FileWrite.text("a", "é\n")));

    assertThat(FastImport.stream(Optional.of("0123"), List.of(draft)).toStringUtf8())
        .isEqualTo(
            """
            commit refs/chores/made
            mark :1
            committer bridge <chores@bridge> 7 +0000
            data 7
            Say é

            from 0123
            D "x"
            M 100644 inline "a"
            data 3
            é

            get-mark :1
            done
            """);
  }
}
