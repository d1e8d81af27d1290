package dev.atf.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.atf.runtime.config.ConfigException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class DataDirectoryTest {
  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void createdForItsUserOnlyAndReportsOpenPermissions(@TempDir Path parent) throws Exception {
    var path = parent.resolve("a/data");

    DataDirectory.take(path).close();

    assertThat(Files.getPosixFilePermissions(path)).isEqualTo(permissions("rwx------"));
    assertThat(OwnDirectory.isOpenToOthers(path)).isFalse();
    Files.setPosixFilePermissions(path, permissions("rwxr-xr-x"));
    DataDirectory.take(path).close();
    assertThat(OwnDirectory.isOpenToOthers(path)).isTrue();
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aDirectoryOfAnotherUserIsRefused(@TempDir Path parent) throws Exception {
    var path = Files.createDirectory(parent.resolve("data"));
    assumeTrue(
        Files.getOwner(path).equals(Files.getOwner(Path.of("/"))),
        "only root may give a directory away");
    Files.setOwner(
        path, path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));

    assertThatThrownBy(() -> DataDirectory.take(path))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("belongs to nobody (expected: a directory of the user root;");

    assertThat(path).isEmptyDirectory();
  }

  private static Set<PosixFilePermission> permissions(String letters) {
    return PosixFilePermissions.fromString(letters);
  }

  @Test
  void rejectsASecondOwner(@TempDir Path parent) {
    var path = parent.resolve("data");
    var first = DataDirectory.take(path);

    assertThatThrownBy(() -> DataDirectory.take(path))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("in use");

    first.close();
    try (var second = DataDirectory.take(path)) {
      assertThat(second.path()).isEqualTo(path);
    }
  }

  @Test
  @Tag("system")
  void aRefusedSecondOwnerLeavesTheLockOfTheFirst(@TempDir Path parent) throws Exception {
    var path = parent.resolve("data");
    try (var first = DataDirectory.take(path)) {
      assertThatThrownBy(() -> DataDirectory.take(path)).isInstanceOf(ConfigException.class);

      var other =
          new ProcessBuilder(
                  ProcessHandle.current().info().command().orElse("java"),
                  "-cp",
                  System.getProperty("java.class.path"),
                  OtherOwner.class.getName(),
                  first.path().toString())
              .redirectErrorStream(true)
              .start();

      assertThat(new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains(path + " is in use by another atf process");
    }
  }

  /** Another process that wants the directory. */
  static final class OtherOwner {
    private OtherOwner() {}

    public static void main(String[] arguments) {
      DataDirectory.take(Path.of(arguments[0])).close();
    }
  }
}
