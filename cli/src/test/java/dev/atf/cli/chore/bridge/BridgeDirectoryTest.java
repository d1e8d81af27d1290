package dev.atf.cli.chore.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.cli.output.CommandFailedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs({OS.LINUX, OS.MAC})
final class BridgeDirectoryTest {
  @TempDir private Path parent;

  @Test
  void theSharedDirectoryIsCreatedForItsUserOnly() throws Exception {
    var work = parent.resolve(".atf/chores");

    try (var directory = BridgeDirectory.below(work)) {
      assertThat(directory.path()).isDirectory().hasParent(work);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(work)))
          .isEqualTo("rwx------");
    }
    assertThat(work).isEmptyDirectory();
  }

  @Test
  void theNextStartRemovesWhatKilledBridgesLeft() throws Exception {
    var work = parent.resolve("chores");
    var outside = Files.writeString(parent.resolve("mine"), "x");
    try (var living = BridgeDirectory.below(work)) {
      var dead = Files.createDirectories(work.resolve("bridge-dead/cache"));
      Files.writeString(dead.resolve("file"), "x");
      Files.createSymbolicLink(dead.resolve("link"), parent);

      try (var next = BridgeDirectory.below(work)) {
        assertThat(work.resolve("bridge-dead")).doesNotExist();
        assertThat(living.path()).isDirectory();
        assertThat(next.path()).isDirectory();
      }
    }
    assertThat(outside).exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwxrwx", "rwxrwx---", "rwxr-xr-x"})
  void aSharedDirectoryThatOthersCanEnterIsRefused(String mode) throws Exception {
    var work = Files.createDirectory(parent.resolve("chores"));
    var abandoned = Files.createDirectories(work.resolve("bridge-x/d"));
    Files.setPosixFilePermissions(work, PosixFilePermissions.fromString(mode));

    assertThatThrownBy(() -> BridgeDirectory.below(work))
        .isInstanceOf(CommandFailedException.class)
        .hasMessageContaining("has the mode " + mode)
        .hasMessageContaining("set --work");

    assertThat(abandoned).exists();
  }
}
