package dev.atf.executor.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.executor.SleepyWorker;
import dev.atf.executor.TestJvm;
import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.FakeServers;
import dev.atf.runtime.MonotonicClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real child processes: shells, and JVMs that are workers. */
@EnabledOnOs({OS.LINUX, OS.MAC})
final class WorkerSupervisorTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final SupervisorConfig QUICK =
      new SupervisorConfig(
          Duration.ofMillis(20),
          Duration.ofMillis(500),
          Duration.ofMillis(10),
          Duration.ofMillis(100),
          Duration.ofSeconds(30),
          Duration.ofSeconds(20),
          Duration.ofSeconds(3));

  @TempDir private Path directory;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private WorkerSupervisor start(SupervisorConfig config, WorkerSpec... specs) {
    var out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    var supervisor =
        new WorkerSupervisor(
            List.of(specs),
            config,
            directory.resolve("deadlines"),
            new WorkerSupervisor.Surroundings(
                MonotonicClock.system(),
                InstantSource.system(),
                new Random(1),
                new SimpleMeterRegistry(),
                out,
                out));
    supervisor.start();
    return supervisor;
  }

  private static WorkerSpec shell(String lambda, int processes, String script) {
    return new WorkerSpec(lambda, processes, List.of("sh", "-c", script), Map.of());
  }

  private static void signal(String name, long pid) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + name, String.valueOf(pid)).start().waitFor())
        .isZero();
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  @Test
  void allPlacesAreFilledAndAKilledChildIsReplaced() throws Exception {
    try (var supervisor =
        start(QUICK, shell("paint", 2, "exec sleep 8001"), shell("wash", 1, "exec sleep 8002"))) {
      await().atMost(PATIENCE).until(() -> supervisor.children().size() == 3);
      var killed = supervisor.children().get(1);

      signal("KILL", killed.pid());

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(supervisor.children())
                      .hasSize(3)
                      .anySatisfy(
                          child -> {
                            assertThat(child.lambda()).isEqualTo("paint");
                            assertThat(child.index()).isEqualTo(killed.index());
                            assertThat(child.restarts()).isEqualTo(1);
                            assertThat(child.pid()).isNotEqualTo(killed.pid());
                          }));
    }
  }

  @Test
  void whatAChildPrintsIsPassedOnWithItsName() {
    try (var supervisor =
        start(QUICK, shell("paint", 1, "echo $ATF_LAMBDA; echo bad >&2; exec sleep 8003"))) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(printed.toString(StandardCharsets.UTF_8))
                      .contains("[paint/0] paint")
                      .contains("[paint/0] bad"));
      assertThat(supervisor.isAlive()).isTrue();
    }
  }

  @Test
  void aChildThatOutlivesItsDeadlineIsKilledWithItsTree() throws Exception {
    var pids = directory.resolve("pids");
    var script =
        "sleep 8004 & echo $! > %s.new; mv %s.new %s; echo '1 2000' > $ATF_DEADLINE_FILE; sleep 8005"
            .formatted(pids, pids, pids);
    try (var supervisor = start(QUICK, shell("paint", 1, script))) {
      await().atMost(PATIENCE).until(() -> Files.exists(pids));
      long below = Long.parseLong(Files.readString(pids).strip());
      long child = supervisor.children().get(0).pid();

      await().atMost(PATIENCE).until(() -> !isAlive(child) && !isAlive(below));
    }
  }

  @Test
  void aStoppedWorkerWithRunningWorkIsKilledAndReplaced() throws Exception {
    var cluster = new FakeCluster();
    var environment =
        Map.of("ATF_LEASE_HEARTBEAT_INTERVAL", "500ms", "ATF_LEASE_CALL_TIMEOUT", "1s");
    try (var servers = new FakeServers(cluster);
        var supervisor =
            start(
                QUICK,
                new WorkerSpec(
                    "sleep",
                    1,
                    TestJvm.command(SleepyWorker.class),
                    withUris(environment, servers.uri())))) {
      var started = directory.resolve("started");
      cluster.queue.add(
          FakeCluster.work(
              "a",
              "sleep",
              "{\"startedFile\":\"%s\",\"millis\":600000}".formatted(started),
              Duration.ofSeconds(8)));
      await().atMost(PATIENCE).until(() -> Files.exists(started));
      var worker = supervisor.children().get(0);

      signal("STOP", worker.pid());

      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  !isAlive(worker.pid())
                      && supervisor.children().stream()
                          .anyMatch(child -> child.pid() != worker.pid()));
    }
  }

  @Test
  void stoppingLetsChildrenEndInTheirOwnTime() throws Exception {
    var marks = directory.resolve("marks");
    Files.createDirectories(marks);
    var script =
        "trap 'sleep 1; touch %s/$$; exit 0' TERM; echo ready; while true; do sleep 0.1; done"
            .formatted(marks);
    var supervisor = start(QUICK, shell("paint", 2, script));
    await()
        .atMost(PATIENCE)
        .until(() -> printed.toString(StandardCharsets.UTF_8).lines().count() >= 2);
    var children = supervisor.children();

    supervisor.stop();

    assertThat(children)
        .hasSize(2)
        .allSatisfy(child -> assertThat(marks.resolve("" + child.pid())).exists())
        .allSatisfy(child -> assertThat(isAlive(child.pid())).isFalse());
    assertThat(supervisor.children()).isEmpty();
  }

  @Test
  void aChildThatDoesNotEndIsKilledAfterTheDrain() {
    var impatient =
        new SupervisorConfig(
            QUICK.lookEvery(),
            QUICK.killMargin(),
            QUICK.restartBackoffMin(),
            QUICK.restartBackoffMax(),
            QUICK.steadyAfter(),
            Duration.ofMillis(300),
            QUICK.stopTime());
    var supervisor =
        start(
            impatient,
            shell("paint", 1, "trap '' TERM; echo ready; while true; do sleep 0.1; done"));
    await().atMost(PATIENCE).until(() -> printed.size() > 0);
    long child = supervisor.children().get(0).pid();

    supervisor.stop();

    await().atMost(PATIENCE).until(() -> !isAlive(child));
  }

  @Test
  void aChildThatKeepsDyingIsKeptBeingStarted() {
    try (var supervisor = start(QUICK, shell("paint", 1, "echo hello"))) {
      await()
          .atMost(PATIENCE)
          .until(() -> printed.toString(StandardCharsets.UTF_8).lines().count() >= 5);
      assertThat(supervisor.isAlive()).isTrue();
    }
  }

  private static Map<String, String> withUris(Map<String, String> environment, String uri) {
    var all = new java.util.HashMap<>(environment);
    all.put("ATF_CONTROLLER_URI", uri);
    all.put("ATF_HSC_URI", uri);
    all.put("ATF_THREADS", "1");
    return all;
  }
}
