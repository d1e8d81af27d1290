package dev.atf.cli.chore;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.atf.cli.chore.git.FileWrite;
import dev.atf.cli.chore.model.ChoreSettings;
import dev.atf.runtime.ProcessName;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NewChoreTest {
  @Test
  void itsDirectoryIsInABucketOfTheMinute() {
    var chore =
        new NewChore(
            new ProcessName("host", 17),
            Instant.parse("2026-01-02T03:04:05.006Z"),
            new ChoreSettings("bash", "x", List.of()),
            "date\n",
            List.of(new FileWrite("bin/tool", ByteString.EMPTY, true)));

    assertThat(chore.directory()).isEqualTo("2026/01/02/0304/chore_host_ps-17_1767323045006");
    assertThat(chore.draft().writes())
        .extracting(FileWrite::path)
        .containsExactly(
            chore.directory() + "/chore.json",
            chore.directory() + "/do_it.txt",
            chore.directory() + "/bin/tool");
    assertThat(chore.draft().writes().get(0).content().toStringUtf8())
        .doesNotContain("results", "null");
  }
}
