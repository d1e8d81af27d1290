package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.executor.SleepyWorker;
import dev.atf.executor.TestJvm;
import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.FakeServers;
import dev.atf.runtime.loop.MonotonicClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests real executors on a host that can run two of them at a time, but not all. The overload is
 * made by stopping processes, so that it does not depend on the load of the machine that runs the
 * test.
 */
@Tag("system")
@EnabledOnOs({OS.LINUX, OS.MAC})
final class OverloadedHostTest {
  private static final int EXECUTORS = 4;

  /** Number of tasks that have to finish: all executors that may run have several. */
  private static final int TASKS = 12;

  private static final int MANY_TASKS = 40;

  private static final Duration SLICE = Duration.ofSeconds(1);

  /**
   * Lease: less than the three slices for which each executor is stopped while all run, and more
   * than one slice.
   */
  private static final Duration LEASE = Duration.ofSeconds(2);

  /**
   * Duration of a task: more than a slice, so that an executor that loses its lease after its first
   * slice has finished none.
   */
  private static final Duration TASK = Duration.ofMillis(1_500);

  /**
   * Longest time without progress. It covers many cycles of wait, start and work. There is no bound
   * for all of the tasks.
   */
  private static final Duration PROGRESS_WITHIN = Duration.ofMinutes(4);

  private static final SupervisorConfig CONFIG =
      new SupervisorConfig(
          Duration.ofMillis(20),
          Duration.ofMillis(500),
          Duration.ofMillis(200),
          Duration.ofSeconds(10),
          // As with the defaults, an executor that loses its first lease has run for longer.
          Duration.ofSeconds(1),
          Duration.ofSeconds(20),
          Duration.ofSeconds(3),
          Duration.ofSeconds(30));

  private static final Map<String, String> SETTINGS =
      Map.of(
          "ATF_THREADS",
          "4",
          "ATF_LEASE_HEARTBEAT_INTERVAL",
          "200ms",
          "ATF_LEASE_CALL_TIMEOUT",
          "1s");

  @TempDir private Path directory;

  private final FakeCluster cluster = new FakeCluster();
  private final MeterRegistry metrics = new SimpleMeterRegistry();

  @Test
  void tasksFinishOnAHostThatCannotRunAllOfItsExecutors() throws Exception {
    tasksFinish(TASKS);
  }

  @Test
  @Tag("nightly")
  void manyTasksFinishOnAHostThatCannotRunAllOfItsExecutors() throws Exception {
    tasksFinish(MANY_TASKS);
  }

  private void tasksFinish(int tasks) throws Exception {
    try (var servers = new FakeServers(cluster);
        var output = new PrintStream(Files.newOutputStream(directory.resolve("output")), true);
        var supervisor = supervisor(servers, output)) {
      supervisor.start();
      var turns = new ProcessorTurns(() -> pids(supervisor), SLICE);
      try {
        // Idle executors would get turns too, and be stopped with the last tasks for longer than
        // the lease: there is always more work.
        addTasks(2 * tasks);

        awaitRecorded(tasks);
      } finally {
        turns.end();
      }
      assertThat(deaths()).isGreaterThanOrEqualTo(HostOverload.PLACES_MIN);
    }
  }

  private void addTasks(int tasks) {
    cluster.handsOutAgain = true;
    for (int task = 0; task < tasks; task++) {
      var payload =
          "{\"startedFile\":\"%s\",\"millis\":%d}"
              .formatted(directory.resolve("started"), TASK.toMillis());
      cluster.queue.add(FakeCluster.work("task-" + task, "sleep", payload, LEASE));
    }
  }

  private void awaitRecorded(int tasks) {
    while (cluster.recorded.size() < tasks) {
      int before = cluster.recorded.size();
      await()
          .alias("a task more than " + before)
          .atMost(PROGRESS_WITHIN)
          .until(
              () -> {
                cluster.endLeases(LEASE.plus(CONFIG.stopTime()));
                return cluster.recorded.size() > before;
              });
    }
  }

  private WorkerSupervisor supervisor(FakeServers servers, PrintStream output) {
    var environment = new HashMap<>(SETTINGS);
    environment.put("ATF_CONTROLLER_URI", servers.uri());
    environment.put("ATF_HSC_URI", servers.uri());
    return new WorkerSupervisor(
        List.of(
            new WorkerSpec("sleep", EXECUTORS, TestJvm.command(SleepyWorker.class), environment)),
        CONFIG,
        directory.resolve("deadlines"),
        new WorkerSupervisor.Surroundings(
            MonotonicClock.system(),
            InstantSource.system(),
            new Random(1),
            metrics,
            output,
            output));
  }

  private static List<Long> pids(WorkerSupervisor supervisor) {
    return supervisor.children().stream().map(ChildStatus::pid).toList();
  }

  private double deaths() {
    return metrics.find("atf.supervisor.executors.died").counters().stream()
        .mapToDouble(counter -> counter.count())
        .sum();
  }
}
