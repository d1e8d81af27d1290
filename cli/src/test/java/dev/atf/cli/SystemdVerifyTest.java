package dev.atf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the units of systemd with its own tool, where it exists. */
@Tag("system")
final class SystemdVerifyTest {
  private static final Path TOOL = Path.of("/usr/bin/systemd-analyze");

  @TempDir private Path directory;

  @Test
  void systemdFindsNothingWrong() throws Exception {
    assumeTrue(Files.isExecutable(TOOL), "no " + TOOL);
    var command = new ArrayList<>(List.of(TOOL.toString(), "verify", "--man=no"));
    try (var files = Files.list(SystemdUnit.DIRECTORY)) {
      for (var file : files.toList()) {
        command.add(copy(file).toString());
      }
    }

    var verify = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(verify.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(said).isEmpty();
    assertThat(verify.waitFor()).isZero();
  }

  /** Copies a unit with a program that exists on this machine. */
  private Path copy(Path unit) throws IOException {
    var text = Files.readString(unit);
    assertThat(text).contains("ExecStart=/opt/atf/atf ");
    return Files.writeString(
        directory.resolve(unit.getFileName().toString()),
        text.replace("ExecStart=/opt/atf/atf ", "ExecStart=/bin/sh "));
  }
}
