package dev.atf.executor.core.staging;

import static dev.atf.executor.core.staging.StagingRig.files;
import static dev.atf.executor.core.staging.StagingRig.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests directories of files of tasks that another user has prepared. */
@EnabledOnOs(OS.LINUX)
final class StagingDirectoryTest {
  private static final int FILES = 2_000;

  @TempDir private Path temporary;

  private StagingRig rig;
  private Path dead;

  /** Makes a directory that a killed process could have left. */
  private void leave() throws IOException {
    rig = new StagingRig(temporary.resolve("cache"));
    dead = rig.root.resolve("work/dead");
    PrivateDirectory.make(rig.root);
    PrivateDirectory.make(rig.root.resolve("work"));
    PrivateDirectory.make(dead);
    Files.writeString(dead.resolve("file"), "x");
    Files.createFile(rig.root.resolve("work/dead.lock"));
  }

  private void assertRefused(String reason) throws IOException {
    var process = rig.process();

    process.start();

    assertThat(dead.resolve("file")).exists();
    try (var files = files(process, work("a"))) {
      assertThatThrownBy(files::workDirectory)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(reason)
          .hasMessageContaining("staging.directory");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwx---", "rwx---rwx", "rwxr-xr-x", "rwx-----x"})
  void aDirectoryThatOthersCanEnterIsLeftAlone(String mode) throws Exception {
    leave();
    for (var each : new Path[] {rig.root, rig.root.resolve("work")}) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString(mode));

      assertRefused("has the mode " + mode);

      Files.setPosixFilePermissions(each, PrivateDirectory.MODE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "work"})
  void aDirectoryOfAnotherUserIsLeftAlone(String level) throws Exception {
    leave();
    var root = Files.getOwner(Path.of("/"));
    assumeTrue(Files.getOwner(rig.root).equals(root), "only root may give a directory away");
    var nobody =
        rig.root.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    Files.setOwner(rig.root.resolve(level), nobody);

    assertRefused("belongs to nobody");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "work"})
  void aLinkIsLeftAlone(String level) throws Exception {
    leave();
    var linked = rig.root.resolve(level);
    var elsewhere = Files.move(linked, temporary.resolve("elsewhere"));
    Files.createSymbolicLink(linked, elsewhere);

    assertRefused("is not a directory");
  }

  @Test
  void aDirectoryThatBecomesALinkWhileItIsRemovedLosesNoFileOfItsTarget() throws Exception {
    leave();
    var emptied = Files.createDirectory(dead.resolve("emptied"));
    var outside = Files.createDirectory(temporary.resolve("outside"));
    for (int i = 0; i < FILES; i++) {
      Files.createFile(emptied.resolve("f" + i));
      Files.createFile(outside.resolve("f" + i));
    }
    var exchanged =
        CompletableFuture.runAsync(
            () -> {
              try {
                while (count(emptied) == FILES) {
                  Thread.onSpinWait();
                }
                Files.move(emptied, temporary.resolve("old"));
                Files.createSymbolicLink(emptied, outside);
              } catch (IOException e) {
                // The directory was gone before it could be exchanged.
              }
            });

    rig.process().start();
    exchanged.join();

    assertThat(count(outside)).isEqualTo(FILES);
  }

  private static long count(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files.count();
    }
  }
}
