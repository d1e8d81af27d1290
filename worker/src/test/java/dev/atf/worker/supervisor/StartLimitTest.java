package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.core.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("system")
@EnabledOnOs({OS.LINUX, OS.MAC})
final class StartLimitTest {
  private static final Duration READY_WITHIN = Duration.ofSeconds(60);

  @TempDir private Path directory;

  private final ManualClock clock = new ManualClock();
  private final HostOverload overload = new HostOverload(SupervisorConfig.DEFAULTS);
  private final StartLimit starts = new StartLimit(overload, READY_WITHIN);
  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void end() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void aHealthyHostStartsAllAtOnce() throws Exception {
    start();
    start();

    assertThat(permitted()).isTrue();
  }

  @Test
  void anOverloadedHostStartsTheNextWhenTheOneBeforeIsReady() throws Exception {
    overload();
    assertThat(permitted()).isTrue();
    start();
    assertThat(permitted()).isFalse();

    Files.createFile(deadlineFile(0));

    assertThat(permitted()).isTrue();
  }

  @Test
  void anOverloadedHostStartsTheNextWhenTheOneBeforeIsDead() throws Exception {
    overload();
    start();
    assertThat(permitted()).isFalse();

    processes.get(0).destroyForcibly().waitFor();

    assertThat(permitted()).isTrue();
  }

  @Test
  void anOverloadedHostWaitsNoLongerThanAStartMayTake() throws Exception {
    overload();
    start();
    clock.advance(READY_WITHIN.minusMillis(1));
    assertThat(permitted()).isFalse();

    clock.advance(Duration.ofMillis(1));

    assertThat(permitted()).isTrue();
  }

  @Test
  void waitsForStartsUnderWayWhenTheOverloadBegins() throws Exception {
    start();
    start();
    overload();
    Files.createFile(deadlineFile(0));
    assertThat(permitted()).isFalse();

    Files.createFile(deadlineFile(1));

    assertThat(permitted()).isTrue();
  }

  private boolean permitted() {
    return starts.permits(clock.nanos());
  }

  private void overload() {
    overload.leaseLost("paint/0", clock.nanos());
    overload.leaseLost("paint/1", clock.nanos());
  }

  private Path deadlineFile(int index) {
    return directory.resolve(index + ".deadline");
  }

  private void start() throws IOException {
    var file = deadlineFile(processes.size());
    var process = new ProcessBuilder("sleep", "8020").start();
    processes.add(process);
    long now = clock.nanos();
    starts.started(
        new ChildProcess(
            process,
            ProcessTree.withNewMark(ProcessTree.OF_EXECUTOR),
            file,
            new NoticeReader(file),
            new LastLines(),
            InstantSource.system().instant(),
            now),
        now);
  }
}
