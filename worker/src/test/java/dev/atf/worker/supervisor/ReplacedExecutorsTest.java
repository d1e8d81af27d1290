package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.executor.SleepyWorker;
import dev.atf.executor.TestJvm;
import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.FakeServers;
import dev.atf.protocol.v1.AttemptResult.OutcomeCase;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests rolling restarts of real child processes. */
@Tag("system")
@EnabledOnOs({OS.LINUX, OS.MAC})
final class ReplacedExecutorsTest extends ChildProcesses {
  private static final int FIRST_ATTEMPT = 1;

  @Test
  void touchedFileReplacesExecutorsOneByOneOnceReady() throws Exception {
    var history = directory.resolve("history");
    var file = directory.resolve("restart");
    var script =
        """
        trap 'echo down $$ >> %1$s; exit 0' TERM
        echo up $$ >> %1$s; echo '1 idle' > $ATF_DEADLINE_FILE
        while true; do sleep 0.05; done\
        """
            .formatted(history);
    try (var supervisor = start(QUICK, shell("paint", 2, script))) {
      await().until(() -> linesOf(history).size() == 2);
      supervisor.rollingRestartOn(file);
      var before = supervisor.children();

      Files.createFile(file);

      await().until(() -> linesOf(history).size() == 6 && !supervisor.isRollingRestart());
      var after = supervisor.children();
      assertThat(linesOf(history).subList(2, 6))
          .containsExactly(
              "up " + after.get(0).pid(),
              "down " + before.get(0).pid(),
              "up " + after.get(1).pid(),
              "down " + before.get(1).pid());
      assertThat(after).extracting(ChildStatus::restarts).containsOnly(0);
      assertThat(supervisor.hasRollingRestartFailed()).isFalse();
    }
  }

  @Test
  void executorsAreNotReplacedByWhatDoesNotBecomeReady() throws Exception {
    var mark = directory.resolve("mark");
    var script =
        "if mkdir %s; then echo '1 idle' > $ATF_DEADLINE_FILE; exec sleep 8008; fi; exit 1"
            .formatted(mark);
    try (var supervisor = start(QUICK, shell("paint", 1, script))) {
      await().until(() -> Files.exists(mark));
      var before = supervisor.children();

      supervisor.rollingRestart();

      await().until(() -> !supervisor.isRollingRestart());
      assertThat(supervisor.hasRollingRestartFailed()).isTrue();
      assertThat(supervisor.children()).isEqualTo(before);
    }
  }

  @Test
  void aSuccessorThatHangsIsKilledAndTheFormerOneStays() throws Exception {
    var impatient =
        new SupervisorConfig(
            QUICK.lookEvery(),
            QUICK.killMargin(),
            QUICK.restartBackoffMin(),
            QUICK.restartBackoffMax(),
            QUICK.steadyAfter(),
            QUICK.drainTimeout(),
            QUICK.stopTime(),
            Duration.ofMillis(200));
    var pids = directory.resolve("pids");
    try (var supervisor =
        start(impatient, shell("paint", 1, "echo $$ >> %s; exec sleep 8009".formatted(pids)))) {
      await().until(() -> linesOf(pids).size() == 1);
      var before = supervisor.children();

      supervisor.rollingRestart();

      await().until(() -> !supervisor.isRollingRestart());
      assertThat(supervisor.hasRollingRestartFailed()).isTrue();
      assertThat(supervisor.children()).isEqualTo(before);
      assertThat(linesOf(pids).stream().map(Long::parseLong).filter(pid -> isAlive(pid)))
          .containsExactly(before.get(0).pid());
    }
  }

  @Test
  @Tag("F16")
  void aRollingRestartLosesNoLease() throws Exception {
    var cluster = new FakeCluster();
    cluster.handsOutAgain = true;
    var given = new AtomicInteger();
    try (var servers = new FakeServers(cluster);
        var supervisor =
            start(
                QUICK,
                new WorkerSpec(
                    "sleep",
                    2,
                    TestJvm.command(SleepyWorker.class),
                    withUris(Map.of("ATF_THREADS", "2"), servers.uri())))) {
      keepBusy(cluster, given);
      await().until(() -> cluster.recorded.size() >= 4);
      var before = supervisor.children();

      supervisor.rollingRestart();
      await()
          .until(
              () -> {
                keepBusy(cluster, given);
                return !supervisor.isRollingRestart();
              });

      await()
          .untilAsserted(() -> assertThat(cluster.recorded).as("%s", printed).hasSize(given.get()));
      assertThat(supervisor.hasRollingRestartFailed()).isFalse();
      assertThat(before).hasSize(2);
      assertThat(supervisor.children())
          .hasSize(2)
          .extracting(ChildStatus::pid)
          .doesNotContainAnyElementsOf(before.stream().map(ChildStatus::pid).toList());
      assertThat(cluster.recorded.values())
          .allSatisfy(result -> assertThat(result.getAttempt()).isEqualTo(FIRST_ATTEMPT))
          .allSatisfy(result -> assertThat(result.getOutcomeCase()).isEqualTo(OutcomeCase.SUCCESS));
    }
  }

  /** Adds more work than the workers' threads can have started. */
  private void keepBusy(FakeCluster cluster, AtomicInteger given) {
    for (int task = 0; task < 8 && cluster.queue.size() < 16; task++) {
      cluster.queue.add(
          FakeCluster.work(
                  "t" + given.incrementAndGet(),
                  "sleep",
                  "{\"startedFile\":\"%s\",\"millis\":100}".formatted(directory.resolve("began")),
                  Duration.ofHours(1))
              .toBuilder()
              .setAttempt(FIRST_ATTEMPT)
              .build());
    }
  }
}
