package dev.atf.executor.core.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.executor.TestJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the cache with processes of the operating system, some of which are killed. */
@Tag("system")
@EnabledOnOs(OS.LINUX)
final class SharedCacheTest {
  private static final Duration STALL = Duration.ofMinutes(2);

  @TempDir private Path root;

  private final List<Process> processes = new ArrayList<>();
  private String sha256 = "";

  @BeforeEach
  void writeContent() throws IOException {
    var content = new byte[3_000_000];
    new Random(7).nextBytes(content);
    Files.write(root.resolve("content"), content);
    sha256 = FakeStaging.sha256(content);
  }

  @AfterEach
  void killAll() {
    processes.forEach(Process::destroyForcibly);
  }

  private Process start(String stop) throws IOException {
    var process =
        new ProcessBuilder(TestJvm.command(StagingJvm.class, root.toString(), sha256, stop))
            .redirectErrorStream(true)
            .redirectOutput(root.resolve("log-" + processes.size()).toFile())
            .start();
    processes.add(process);
    return process;
  }

  private static void awaitSuccess(Process process) throws InterruptedException {
    assertThat(process.waitFor(STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  private long count(String prefix) throws IOException {
    try (var files = Files.list(root)) {
      return files.filter(file -> file.getFileName().toString().startsWith(prefix)).count();
    }
  }

  private List<Path> workFiles() throws IOException {
    try (var files = Files.list(root.resolve("cache/work"))) {
      return files.toList();
    }
  }

  @Test
  @Tag("FI4")
  void severalProcessesDownloadOnce() throws Exception {
    var three = List.of(start("nowhere"), start("nowhere"), start("nowhere"));

    for (var process : three) {
      awaitSuccess(process);
    }

    assertThat(count("read-")).isEqualTo(1);
    assertThat(count("written-")).isEqualTo(3);
    assertThat(workFiles()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"download", "handler", "output"})
  @Tag("FI3")
  void whatAKilledProcessLeavesIsRemovedAndNoOneElseNoticesIt(String point) throws Exception {
    var killed = start(point);
    await().atMost(STALL).until(() -> Files.exists(root.resolve("reached-" + point)));
    assertThat(workFiles()).isNotEmpty();
    // Waits for the lock of the download, where that is the point.
    var waiting = start("nowhere");

    assertThat(killed.destroyForcibly().waitFor(STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    awaitSuccess(waiting);
    awaitSuccess(start("nowhere"));

    assertThat(count("read-")).isEqualTo(point.equals("download") ? 2 : 1);
    assertThat(workFiles()).isEmpty();
    assertThat(FileDigest.of(root.resolve("cache/content").resolve(sha256)).sha256())
        .isEqualTo(sha256);
  }
}
