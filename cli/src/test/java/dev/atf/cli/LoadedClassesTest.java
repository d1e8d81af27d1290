package dev.atf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.local.engine.FreePort;
import dev.atf.testtime.TestTimeouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which libraries a short command loads: each of them costs its start. */
@Tag("system")
final class LoadedClassesTest {
  private static final List<String> OF_SERVICES =
      List.of(
          "io.netty.",
          "com.linecorp.armeria.",
          "dagger.",
          "ch.qos.logback.",
          "org.rocksdb.",
          "software.amazon.",
          "io.micrometer.",
          "com.fasterxml.jackson.databind.ObjectMapper");

  @TempDir private Path directory;

  @Test
  void theHelpLoadsNoLibraryOfServices() throws Exception {
    assertThat(loadedBy(0, "--help")).noneMatch(LoadedClassesTest::isOfServices);
  }

  @Test
  void oneCallLoadsNoLibraryOfServices() throws Exception {
    // Nobody answers, so the command loads everything that a call needs before it fails.
    var loaded = loadedBy(1, "lambda", "list", "--server", "http://127.0.0.1:" + FreePort.find());

    assertThat(loaded)
        .noneMatch(LoadedClassesTest::isOfServices)
        .anyMatch(name -> name.startsWith("io.grpc.okhttp."));
  }

  private static boolean isOfServices(String name) {
    return OF_SERVICES.stream().anyMatch(name::startsWith);
  }

  private List<String> loadedBy(int exitCode, String... words)
      throws IOException, InterruptedException {
    var log = directory.resolve("classes");
    var command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xlog:class+load:file=" + log + "::filecount=0",
                "-cp",
                System.getProperty("java.class.path"),
                AtfMain.class.getName()));
    command.addAll(List.of(words));
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("output").toFile())
            .start();
    assertThat(process.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue())
        .as(Files.readString(directory.resolve("output")))
        .isEqualTo(exitCode);
    try (Stream<String> lines = Files.lines(log)) {
      // [0.123s][info][class,load] the.Class source: …
      return lines.map(line -> line.replaceFirst(".*\\] ", "").replaceFirst(" .*", "")).toList();
    }
  }
}
