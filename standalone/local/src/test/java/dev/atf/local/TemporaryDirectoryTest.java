package dev.atf.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Tag("system")
final class TemporaryDirectoryTest {
  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void afterSigtermItStaysUntilTheDrainIsOverAndIsRemovedThen() throws Exception {
    var process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                DrainingProcess.class.getName())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader printed = process.inputReader()) {
      var directory = Path.of(printed.readLine());
      assertThat(directory).isDirectory();

      // The handle's method: the process's own closes its output.
      process.toHandle().destroy();

      assertThat(printed.lines().collect(Collectors.joining("\n"))).isEqualTo("written 30");
      assertThat(process.waitFor()).isEqualTo(143);
      assertThat(directory).doesNotExist();
    } finally {
      process.destroyForcibly();
    }
  }
}
