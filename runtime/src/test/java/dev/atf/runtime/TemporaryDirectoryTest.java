package dev.atf.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
  void directoryOfAKilledProcessIsRemovedByTheNextOne() throws IOException {
    var killed = Files.createDirectory(parent.resolve("atf-killed"));
    Files.writeString(killed.resolve("file"), "text");
    Files.createFile(parent.resolve("atf-killed.lock"));
    Files.createDirectory(parent.resolve("atf-unlocked"));

    try (var running = TemporaryDirectory.lockedIn(parent, "atf-");
        var next = TemporaryDirectory.lockedIn(parent, "atf-")) {
      assertThat(killed).doesNotExist();
      assertThat(parent.resolve("atf-killed.lock")).doesNotExist();
      assertThat(running.path()).isDirectory();
      assertThat(next.path()).isDirectory();
    }

    assertThat(parent.toFile().list()).containsExactly("atf-unlocked");
  }

  @Test
  void isInMemoryIfTheSystemHasADirectoryThere() {
    var memory = Path.of("/dev/shm");
    assumeTrue(Files.isDirectory(memory) && Files.isWritable(memory));

    try (var directory = TemporaryDirectory.makeInMemory("atf-test-")) {
      assertThat(directory.path()).isDirectory().hasParentRaw(memory);
    }
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
