package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.runtime.loop.MonotonicClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the environment and command of children, which are shells that print them. */
@Tag("system")
@EnabledOnOs({OS.LINUX, OS.MAC})
final class ChildLauncherTest {

  @TempDir private Path directory;

  private final HostOverload overload = new HostOverload(SupervisorConfig.DEFAULTS);

  @Test
  void aHealthyHostStartsExecutorsWithAllThreads() throws Exception {
    assertThat(startThreads(Map.of())).isEqualTo("none");
  }

  @Test
  void anOverloadedHostStartsExecutorsWithOneThread() throws Exception {
    overload();

    assertThat(startThreads(Map.of())).isEqualTo("1");
  }

  @Test
  void keepsSettingsOfTheExecutorsEnvironment() throws Exception {
    overload();

    assertThat(startThreads(Map.of("ATF_TUNING_START_THREADS", "5"))).isEqualTo("5");
  }

  @Test
  void supervisorsThatRepeatTheirChoicesMarkTheirProcessesApart() throws Exception {
    var mark = "echo $WORKER_PROCESS_TREE";

    assertThat(printed(mark, Map.of())).hasSize(32).isNotEqualTo(printed(mark, Map.of()));
  }

  private void overload() {
    overload.leaseLost("paint/0", 0);
    overload.leaseLost("paint/1", 0);
  }

  private String startThreads(Map<String, String> environment) throws Exception {
    return printed("echo ${ATF_TUNING_START_THREADS:-none}", environment);
  }

  private String printed(String script, Map<String, String> environment) throws Exception {
    var printed = new ByteArrayOutputStream();
    var out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    var parts =
        new WorkerSupervisor.Surroundings(
            MonotonicClock.system(),
            InstantSource.system(),
            new Random(1),
            new SimpleMeterRegistry(),
            out,
            out);
    var spec = new WorkerSpec("paint", 1, List.of("sh", "-c", script), environment);
    new ChildLauncher(spec, 0, directory, overload, parts).start(0);

    await().until(() -> printed.toString(StandardCharsets.UTF_8).endsWith("\n"));
    return printed.toString(StandardCharsets.UTF_8).replace("[paint/0] ", "").strip();
  }
}
