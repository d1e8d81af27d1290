package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.worker.pool.ScaleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;

/** Supervisors of real child processes: shells, and JVMs that are workers. */
abstract class ChildProcesses {
  static final SupervisorConfig QUICK =
      new SupervisorConfig(
          Duration.ofMillis(20),
          Duration.ofMillis(500),
          Duration.ofMillis(10),
          Duration.ofMillis(100),
          Duration.ofSeconds(30),
          Duration.ofSeconds(20),
          Duration.ofSeconds(3),
          Duration.ofSeconds(60));

  @TempDir Path directory;

  final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

  WorkerSupervisor start(SupervisorConfig config, WorkerSpec... specs) {
    var supervisor = supervisor(config, specs);
    supervisor.start();
    return supervisor;
  }

  WorkerSupervisor supervisor(SupervisorConfig config, WorkerSpec... specs) {
    return supervisor(config, ScaleConfig.DEFAULTS, specs);
  }

  WorkerSupervisor supervisor(SupervisorConfig config, ScaleConfig scale, WorkerSpec... specs) {
    var out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    return new WorkerSupervisor(
        List.of(specs),
        config,
        scale,
        directory.resolve("deadlines"),
        new WorkerSupervisor.Surroundings(
            MonotonicClock.system(), InstantSource.system(), new Random(1), metrics, out, out));
  }

  static WorkerSpec shell(String lambda, int processes, String script) {
    return new WorkerSpec(lambda, processes, List.of("sh", "-c", script), Map.of());
  }

  static void signal(String name, long pid) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + name, String.valueOf(pid)).start().waitFor())
        .isZero();
  }

  static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  static List<String> linesOf(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  static Map<String, String> withUris(Map<String, String> environment, String uri) {
    var all = new java.util.HashMap<>(environment);
    all.put("ATF_CONTROLLER_URI", uri);
    all.put("ATF_HSC_URI", uri);
    all.putIfAbsent("ATF_THREADS", "1");
    return all;
  }
}
