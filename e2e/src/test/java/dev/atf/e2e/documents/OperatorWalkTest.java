package dev.atf.e2e.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.standalone.cli.AtfMain;
import dev.atf.standalone.engine.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code docs/operations.md} tells an operator to do with a new lambda, done: its files, and
 * its commands word for word, in a shell. Only {@code ./atf} is another one, which runs this
 * build's classes on free ports.
 */
@EnabledOnOs({OS.LINUX, OS.MAC})
final class OperatorWalkTest {
  private static final Pattern STEPS =
      Pattern.compile(
          "(?s)<!-- step by step: OperatorWalkTest -->(.*)<!-- end of step by step -->");
  private static final Pattern FILE =
      Pattern.compile("(?ms)`([\\w.]+)`:\\n```(?:yaml|java)\\n(.*?)^```");
  private static final Pattern COMMANDS = Pattern.compile("(?ms)^```sh\\n(.*?)^```");
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** A failed command does not end the script: two of them are there to fail. */
  private static final String TELL_FAILURES =
      "trap 'echo \"exit $? of: $BASH_COMMAND\"' ERR\nset -u -o pipefail\n";

  @TempDir private Path checkout;

  private final int port = FreePort.find();
  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void placeTheFiles() throws IOException {
    var files = FILE.matcher(steps());
    while (files.find()) {
      Files.writeString(checkout.resolve(files.group(1)), files.group(2));
    }
    var java = ProcessHandle.current().info().command().orElse("java");
    var atf = checkout.resolve("atf");
    Files.writeString(
        atf,
        """
        #!/usr/bin/env bash
        export ATF_HOME="%s"
        if [ "$1" = up ]; then shift; set -- up --port %d --hsc-port 0 "$@"; fi
        exec "%s" -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$CLASSES" %s "$@"
        """
            .formatted(checkout, port, java, AtfMain.class.getName()));
    Files.setPosixFilePermissions(atf, PosixFilePermissions.fromString("rwx------"));
  }

  @AfterEach
  void stop() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void theCommandsTakeALambdaFromItsFileToItsTasks() throws Exception {
    var commands = COMMANDS.matcher(steps()).results().map(found -> found.group(1)).toList();
    assertThat(commands).hasSize(5);
    assertThat(commands.get(0)).startsWith("./atf up ");

    var upSays = checkout.resolve("up.log");
    var up = bash(commands.get(0), upSays);
    await()
        .atMost(PATIENCE)
        .until(() -> !up.isAlive() || Files.readString(upSays).contains("atf: ready at "));
    assertThat(up.isAlive()).as(Files.readString(upSays)).isTrue();
    var saysAll = checkout.resolve("commands.log");
    var all = bash(TELL_FAILURES + String.join("", commands.subList(1, 5)), saysAll);

    assertThat(all.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    var said = Files.readString(saysAll);
    assertThat(said.lines().filter(line -> line.startsWith("exit ")))
        .as(said)
        .containsExactly(
            "exit 1 of: ./atf lambda diff -f photos.yaml",
            "exit 1 of: ./atf schedule make-thumbnail --payload '{\"name\":\"bat\",\"width\":0}'"
                + " --wait");
    assertThat(said)
        .contains("would be created", "\"cat-200\"", "\"dog-200\"", "\"owl-90\"")
        .contains("PAUSED", "the disk is full", "WIDTH_INVALID");
    up.destroy();
    assertThat(up.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private Process bash(String script, Path output) throws IOException {
    var builder =
        new ProcessBuilder("bash", "-c", script)
            .directory(checkout.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    var environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("ATF_"));
    var javas = Path.of(System.getProperty("java.home"), "bin");
    environment.putAll(
        Map.of(
            "CLASSES", System.getProperty("java.class.path"),
            "PATH", javas + ":" + System.getenv("PATH"),
            "ATF_SERVER", "http://127.0.0.1:" + port));
    var process = builder.start();
    started.add(process);
    return process;
  }

  private static String steps() {
    var steps = STEPS.matcher(Project.document("docs/operations.md"));
    assertThat(steps.find()).isTrue();
    return steps.group(1);
  }
}
