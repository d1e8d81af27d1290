package dev.atf.executor.core.staging;

import static dev.atf.executor.core.staging.StagingRig.files;
import static dev.atf.executor.core.staging.StagingRig.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.atf.executor.StagingConfig;
import dev.atf.executor.core.Rig;
import dev.atf.executor.core.call.ExecutorIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests a file system that is really full, where the tests may mount a small one. */
@Tag("system")
@EnabledOnOs(OS.LINUX)
final class StagingDiskTest {
  private static final int MEGABYTE = 1024 * 1024;

  @TempDir private Path root;

  private final FakeStaging hsc = new FakeStaging();
  private @Nullable Staging begun;
  private boolean isMounted;

  private Path disk() {
    return root.resolve("disk");
  }

  @BeforeEach
  void mount() throws Exception {
    Files.createDirectory(disk());
    isMounted = run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk().toString());
    assumeTrue(isMounted, "the tests may not mount a file system here");
  }

  @AfterEach
  void unmount() throws Exception {
    if (begun != null) {
      begun.close();
    }
    if (isMounted) {
      assertThat(run("umount", disk().toString())).isTrue();
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
  }

  private Staging begin() {
    var made =
        Rig.staging(
            new ExecutorIdentity("host:1:a", Rig.LAMBDA, 1),
            new StagingConfig(disk().resolve("cache").toString(), 1_000_000_000, MEGABYTE),
            StagingPorts.of(hsc));
    begun = made;
    return made;
  }

  @Test
  void aDownloadThatDoesNotFitIsNotBegunAndNothingIsLeft() throws Exception {
    var process = begin();
    Files.write(disk().resolve("other"), new byte[2 * MEGABYTE]);
    var work = work("a", hsc.resource("in", new byte[3 * MEGABYTE / 2]));
    try (var files = files(process, work)) {
      assertThatThrownBy(files::stage).isInstanceOf(DiskFullException.class);
    }
    Files.delete(disk().resolve("other"));
    try (var files = files(process, work)) {
      files.stage();

      assertThat(files.workDirectory().resolve("in")).hasSize(3 * MEGABYTE / 2);
    }
  }

  @Test
  @Tag("FI6")
  void aDiskThatFillsUpDuringADownloadCostsNoAttempt() throws Exception {
    var process = begin();
    hsc.duringRead = () -> fill(disk().resolve("other"));
    var work = work("a", hsc.resource("in", new byte[2 * MEGABYTE]));
    try (var files = files(process, work)) {
      assertThatThrownBy(files::stage).isInstanceOf(DiskFullException.class);
    }
    Files.delete(disk().resolve("other"));
    hsc.duringRead = () -> {};
    try (var files = files(process, work)) {
      files.stage();

      assertThat(files.workDirectory().resolve("in")).hasSize(2 * MEGABYTE);
    }
  }

  private static void fill(Path file) {
    try (var out = Files.newOutputStream(file)) {
      while (true) {
        out.write(new byte[4096]);
      }
    } catch (IOException e) {
      // It is full.
    }
  }
}
