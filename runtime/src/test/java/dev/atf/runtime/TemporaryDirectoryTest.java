package dev.atf.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TemporaryDirectoryTest {
  @TempDir private Path parent;

  @Test
  void existsUntilItIsClosed() throws IOException {
    var directory = TemporaryDirectory.in(parent.resolve("new"), "atf-");
    Files.writeString(directory.path().resolve("file"), "text");

    directory.close();

    assertThat(parent.resolve("new")).isEmptyDirectory();
  }

  @Test
  void saysWhatAParentHasToBeThatCannotHoldIt() throws IOException {
    var file = Files.writeString(parent.resolve("file"), "text");

    assertThatThrownBy(() -> TemporaryDirectory.in(file, "atf-"))
        .isInstanceOf(ConfigException.class)
        .hasMessageMatching(
            "\\Q%s\\E is not writable for user \\S+ \\(expected: .*\\); mount a tmpfs or .*"
                .formatted(file));
  }
}
