package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.controller.QueueLoad;
import dev.atf.executor.ExitCode;
import dev.atf.executor.SleepyWorker;
import dev.atf.executor.TestJvm;
import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.FakeServers;
import dev.atf.testtime.ProcessState;
import dev.atf.testtime.TestTimeouts;
import dev.atf.worker.pool.ProcessRange;
import dev.atf.worker.pool.ScaleConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests real child processes: shells, and JVMs that are workers. */
@Tag("system")
@EnabledOnOs({OS.LINUX, OS.MAC})
final class WorkerSupervisorTest extends ChildProcesses {
  @Test
  void allPlacesAreFilledAndAKilledChildIsReplaced() throws Exception {
    try (var supervisor =
        start(QUICK, shell("paint", 2, "exec sleep 8001"), shell("wash", 1, "exec sleep 8002"))) {
      await().until(() -> supervisor.children().size() == 3);
      var killed = supervisor.children().get(1);

      signal("KILL", killed.pid());

      await()
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
  void aSleepingLambdaIsStartedByLoadAndItsIdleProcessesEndAgain() {
    var load = new AtomicInteger();
    var scale =
        new ScaleConfig(1, Duration.ofSeconds(1), Duration.ofMillis(200), Duration.ofMillis(100));
    var script = "echo '1 idle host:1:a' > $ATF_DEADLINE_FILE; exec sleep 8009";
    var spec =
        new WorkerSpec("paint", new ProcessRange(0, 3), List.of("sh", "-c", script), Map.of());
    try (var supervisor = supervisor(QUICK, scale, spec)) {
      supervisor.scaleBy((lambda, processes, most) -> new QueueLoad(load.get(), Duration.ZERO, 0));
      supervisor.start();
      assertThat(supervisor.executors())
          .containsExactly(new LambdaExecutors("paint", 0, 0, 0, 0, Optional.empty()));

      load.set(10);
      await().until(() -> supervisor.children().size() == 3);
      assertThat(metrics.get("atf.supervisor.processes").tag("lambda", "paint").gauge().value())
          .isEqualTo(3);

      load.set(0);
      await().until(() -> supervisor.children().isEmpty());
      assertThat(supervisor.executors())
          .containsExactly(new LambdaExecutors("paint", 0, 0, 0, 0, Optional.empty()));
      assertThat(metrics.get("atf.supervisor.executors.missing").gauge().value()).isZero();
      assertThat(metrics.find("atf.supervisor.executors.died").counters()).isEmpty();
      assertThat(metrics.get("atf.supervisor.spin.up").tag("lambda", "paint").timer().count())
          .isGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void prefixesChildOutputWithItsName() {
    try (var supervisor =
        start(QUICK, shell("paint", 1, "echo $ATF_LAMBDA; echo bad >&2; exec sleep 8003"))) {
      await()
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
      await().until(() -> Files.exists(pids));
      long below = Long.parseLong(Files.readString(pids).strip());
      long child = supervisor.children().get(0).pid();

      await().until(() -> !isAlive(child) && !isAlive(below));
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  @Tag("F1")
  void aDeathIsToldWhenNothingOfItsTreeIsLeft() throws Exception {
    var below = directory.resolve("below");
    var script =
        "echo '1 idle host:1:a' > $ATF_DEADLINE_FILE; setsid sleep 8411 & echo $! >> %s; echo oops >&2;"
                .formatted(below)
            + " sleep 1; kill -9 $$";
    var deaths = new LinkedBlockingQueue<ExecutorDeath>();
    var leftAtDeath = new AtomicBoolean();
    try (var supervisor = supervisor(QUICK, shell("paint", 1, script))) {
      supervisor.onDeath(
          death -> {
            leftAtDeath.set(ProcessState.runs(firstPidIn(below)));
            deaths.add(death);
          });
      supervisor.start();

      assertThat(deaths.poll(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS))
          .isEqualTo(new ExecutorDeath("host:1:a", "paint", 128 + 9, "oops", false))
          .extracting(ExecutorDeath::how)
          .isEqualTo("killed by signal 9 (SIGKILL)");
      assertThat(leftAtDeath).isFalse();
    }
  }

  /**
   * A handler that ignores its interrupt, one that does not end before SIGKILL, and a program that
   * exits without waiting for its handlers.
   */
  @ParameterizedTest
  @ValueSource(strings = {"trap 'exit 71' TERM;", "trap '' TERM;", "trap 'exit 0' TERM;"})
  @EnabledOnOs(OS.LINUX)
  @Tag("F32")
  void executorsWhoseHandlersOutlastTheDrainOfTheHostAreReportedAsDrained(String trap) {
    var deaths = new LinkedBlockingQueue<ExecutorDeath>();
    var ready = directory.resolve("ready");
    var script =
        trap
            + " echo '1 25000 0 host:1:a' > $ATF_DEADLINE_FILE; touch %s; while :; do sleep 0.1; done"
                .formatted(ready);
    try (var supervisor = supervisor(QUICK, shell("paint", 1, script))) {
      supervisor.onDeath(deaths::add);
      supervisor.start();
      await().until(() -> Files.exists(ready));

      supervisor.stop();

      assertThat(deaths).extracting(ExecutorDeath::drained).containsExactly(true);
    }
  }

  /** Otherwise the controller would count its last claims as running. */
  @Test
  void executorThatDrainedIsReportedToo() {
    var deaths = new LinkedBlockingQueue<ExecutorDeath>();
    var ready = directory.resolve("ready");
    var script =
        "trap 'exit 0' TERM; echo '1 idle host:1:a' > $ATF_DEADLINE_FILE; touch %s;"
                .formatted(ready)
            + " while :; do sleep 0.1; done";
    try (var supervisor = supervisor(QUICK, shell("paint", 1, script))) {
      supervisor.onDeath(deaths::add);
      supervisor.start();
      await().until(() -> Files.exists(ready));

      supervisor.stop();

      assertThat(deaths)
          .containsExactly(
              new ExecutorDeath("host:1:a", "paint", ExitCode.DRAINED.code(), "", true));
    }
  }

  /** A handler may end its process with any exit code. */
  @ParameterizedTest
  @ValueSource(strings = {"kill -9 $$", "exit 0"})
  @EnabledOnOs(OS.LINUX)
  void aDeathBeforeTheFirstLookAtItsNoticeIsTold(String end) throws Exception {
    var deaths = new LinkedBlockingQueue<ExecutorDeath>();
    var script = "echo '1 25000 0 host:1:a' > $ATF_DEADLINE_FILE; " + end;
    try (var supervisor = supervisor(SupervisorConfig.DEFAULTS, shell("paint", 1, script))) {
      supervisor.onDeath(deaths::add);
      supervisor.start();

      assertThat(deaths.poll(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS))
          .extracting(ExecutorDeath::executorId, ExecutorDeath::drained)
          .containsExactly("host:1:a", false);
    }
  }

  /** Returns the first process id; successors append theirs. */
  private static long firstPidIn(Path file) {
    try {
      return Long.parseLong(Files.readAllLines(file).get(0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Executors cannot write their deadlines without it. */
  @Test
  void directoryOfDeadlineFilesIsCreatedAgainIfItIsRemoved() throws Exception {
    var script = "while :; do echo '1 idle host:1:a' > $ATF_DEADLINE_FILE; sleep 0.1; done";
    var deadlines = directory.resolve("deadlines");
    try (var supervisor = start(QUICK, shell("paint", 1, script))) {
      var file = deadlines.resolve("paint-0-1.deadline");
      await().until(() -> Files.exists(file));

      Files.move(deadlines, directory.resolve("removed"));

      await().until(() -> Files.exists(file));
      assertThat(supervisor.children()).hasSize(1);
    }
  }

  @Test
  void theLongestHeldAttemptIsTheOldestOfAllChildren() {
    var script = "echo \"1 600000 ${ATF_LAMBDA#held-}\" > $ATF_DEADLINE_FILE; exec sleep 8006";
    try (var supervisor =
        start(QUICK, shell("held-5000", 1, script), shell("held-90000", 1, script))) {
      await()
          .untilAsserted(
              () ->
                  assertThat(supervisor.longestHeld())
                      .isBetween(Duration.ofSeconds(90), Duration.ofMinutes(5)));
    }
  }

  @Test
  @Tag("F5")
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
      await()
          .until(
              () -> {
                offer(cluster, started);
                return Files.exists(started);
              });
      var worker = supervisor.children().get(0);

      signal("STOP", worker.pid());

      await()
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
    await().until(() -> printed.toString(StandardCharsets.UTF_8).lines().count() >= 2);
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
            QUICK.stopTime(),
            QUICK.readyWithin());
    var supervisor =
        start(
            impatient,
            shell("paint", 1, "trap '' TERM; echo ready; while true; do sleep 0.1; done"));
    await().until(() -> printed.size() > 0);
    long child = supervisor.children().get(0).pid();

    supervisor.stop();

    await().until(() -> !isAlive(child));
  }

  @Test
  void aChildThatKeepsDyingIsKeptBeingStartedAndSeenToCrashLoop() {
    try (var supervisor =
        start(
            QUICK, shell("paint", 1, "echo hello; exit 71"), shell("wash", 1, "exec sleep 8006"))) {
      await().until(() -> printed.toString(StandardCharsets.UTF_8).lines().count() >= 5);
      var place = supervisor.places().get(0);

      assertThat(place.crashLoop()).isTrue();
      assertThat(place.deaths().orElseThrow().inARow()).isGreaterThanOrEqualTo(4);
      assertThat(place.restarts()).isGreaterThanOrEqualTo(4);
      assertThat(place.deaths().orElseThrow().exitCode()).isEqualTo(ExitCode.HANDLER_STUCK.code());
      assertThat(supervisor.places().get(1).crashLoop()).isFalse();
      assertThat(metrics.get("atf.supervisor.executors.crashlooping").gauge().value()).isEqualTo(1);
      assertThat(
              metrics
                  .get("atf.supervisor.executors.died")
                  .tags("lambda", "paint", "exit", "HANDLER_STUCK")
                  .counter()
                  .count())
          .isGreaterThanOrEqualTo(4);
    }
  }

  @Test
  void programThatIsNeverReadyIsACrashLoopHoweverLongItRuns() {
    var steadyAtOnce =
        new SupervisorConfig(
            QUICK.lookEvery(),
            QUICK.killMargin(),
            QUICK.restartBackoffMin(),
            QUICK.restartBackoffMax(),
            Duration.ofMillis(1),
            QUICK.drainTimeout(),
            QUICK.stopTime(),
            QUICK.readyWithin());
    // Each of them is seen alive many times.
    try (var supervisor =
        start(steadyAtOnce, shell("paint", 1, "echo no database >&2; sleep 0.5; exit 1"))) {
      await().until(() -> supervisor.places().get(0).crashLoop());

      await().until(() -> supervisor.places().get(0).child().isPresent());
      var executors = supervisor.executors().get(0);
      assertThat(executors.failing()).isEqualTo(1);
      assertThat(executors.deaths().orElseThrow().lastError()).isEqualTo("no database");
      assertThat(metrics.get("atf.supervisor.executors.crashlooping").gauge().value()).isEqualTo(1);
    }
  }

  @Test
  void programThatHangsBeforeItIsReadyCountsAsMissing() {
    var impatient =
        new SupervisorConfig(
            QUICK.lookEvery(),
            QUICK.killMargin(),
            QUICK.restartBackoffMin(),
            QUICK.restartBackoffMax(),
            QUICK.steadyAfter(),
            QUICK.drainTimeout(),
            QUICK.stopTime(),
            Duration.ofMillis(300));
    var ready = "echo '1 idle host:1:a' > $ATF_DEADLINE_FILE; exec sleep 8012";
    try (var supervisor =
        start(impatient, shell("paint", 1, "exec sleep 8011"), shell("wash", 1, ready))) {
      await().until(() -> supervisor.children().size() == 2);
      await().until(() -> supervisor.executors().get(1).ready() == 1);

      await().until(() -> metrics.get("atf.supervisor.executors.missing").gauge().value() == 1);
    }
  }

  @Test
  void executorThatWasReadyForLongHasItsDeathsForgotten() {
    var mark = directory.resolve("second");
    var script =
        "if [ -e %s ]; then echo '1 idle' > $ATF_DEADLINE_FILE; exec sleep 8011; fi; touch %s; exit 1"
            .formatted(mark, mark);
    try (var supervisor = start(QUICK, shell("paint", 1, script))) {
      await().until(() -> supervisor.places().get(0).ready());

      await().until(() -> supervisor.places().get(0).deaths().isEmpty());
      assertThat(supervisor.places().get(0).crashLoop()).isFalse();
    }
  }

  @Test
  void exitCodeOfAnExhaustedHeapIsOneOnlyIfTheOutputSaysSo() {
    var heap = "echo 'Terminating due to java.lang.OutOfMemoryError: Java heap space'; exit 3";
    try (var supervisor =
        start(
            QUICK,
            shell("paint", 1, "echo 'FATAL: cannot read db.conf' >&2; sleep 0.3; exit 3"),
            shell("wash", 1, heap.replace("; exit", "; sleep 0.3; exit")))) {
      await()
          .until(() -> supervisor.places().stream().allMatch(place -> place.deaths().isPresent()));

      assertThat(supervisor.places().get(0).deaths().orElseThrow().how()).isEqualTo("exit code 3");
      assertThat(supervisor.places().get(1).deaths().orElseThrow())
          .extracting(RepeatedDeaths::how, RepeatedDeaths::lastError)
          .containsExactly(
              "exit code 3 (out of memory)",
              "Terminating due to java.lang.OutOfMemoryError: Java heap space");
      assertThat(
              metrics
                  .get("atf.supervisor.executors.died")
                  .tags("lambda", "paint", "exit", "CODE_3")
                  .counter()
                  .count())
          .isPositive();
    }
  }

  @Test
  void startsExecutorsThatLostTheirLeasesOneAfterAnother() throws Exception {
    var history = directory.resolve("history");
    var script =
        """
        case $ATF_DEADLINE_FILE in *-1.deadline) exit 70;; esac
        echo begun $$ >> %1$s
        sleep 0.3
        echo ready $$ >> %1$s
        echo '1 idle' > $ATF_DEADLINE_FILE
        exec sleep 8010\
        """
            .formatted(history);
    try (var supervisor = start(QUICK, shell("paint", 4, script))) {
      await().until(() -> linesOf(history).size() == 8);

      assertThat(linesOf(history))
          .containsExactlyElementsOf(
              linesOf(history).stream()
                  .filter(line -> line.startsWith("begun"))
                  .flatMap(line -> Stream.of(line, line.replace("begun", "ready")))
                  .toList());
      assertThat(supervisor.isHostOverloaded()).isTrue();
      assertThat(metrics.get("atf.supervisor.host.overloaded").gauge().value()).isEqualTo(1);
    }
  }

  @Test
  void executorsThatAreKilledPastTheirDeadlinesHaveLostTheirLeases() {
    var script = "echo '1 100' > $ATF_DEADLINE_FILE; exec sleep 8011";
    try (var supervisor = start(QUICK, shell("paint", 1, script), shell("wash", 1, script))) {
      await().until(supervisor::isHostOverloaded);
    }
  }

  @Test
  void failureOfOnePlaceDoesNotPreventTheWatchOverOthers() {
    // No variable can have this name, so each start throws.
    var failing = new WorkerSpec("wash", 1, List.of("sh"), Map.of("A=B", "c"));
    var script = "echo '1 100' > $ATF_DEADLINE_FILE; exec sleep 8013";
    try (var supervisor = start(QUICK, failing, shell("paint", 1, script))) {
      await().until(() -> supervisor.places().get(1).restarts() >= 1);
    }
  }

  @Test
  void deathsForOtherReasonsAreNoOverload() {
    try (var supervisor = start(QUICK, shell("paint", 2, "echo hello; exit 71"))) {
      await().until(() -> supervisor.places().stream().allMatch(place -> place.restarts() >= 2));

      assertThat(supervisor.isHostOverloaded()).isFalse();
      assertThat(metrics.get("atf.supervisor.host.overloaded").gauge().value()).isZero();
    }
  }

  @Test
  void aJvmIsToldToEndWhenItsHeapIsExhausted() throws Exception {
    var java = directory.resolve("java");
    Files.writeString(java, "#!/bin/sh\necho \"$@\"\nexec sleep 8007\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();

    try (var supervisor =
        start(QUICK, new WorkerSpec("paint", 1, List.of(java.toString(), "-jar", "x"), Map.of()))) {
      await().until(() -> printed.size() > 0);
      assertThat(printed.toString(StandardCharsets.UTF_8))
          .contains("[paint/0] -XX:+ExitOnOutOfMemoryError -jar x");
      assertThat(supervisor.isAlive()).isTrue();
    }
  }

  /** Hands out work, and again when a busy machine took it too late and returned it. */
  private static void offer(FakeCluster cluster, Path started) {
    if (cluster.queue.isEmpty()) {
      cluster.queue.add(
          FakeCluster.work(
              "t" + cluster.handedOut.size(),
              "sleep",
              "{\"startedFile\":\"%s\",\"millis\":600000}".formatted(started),
              Duration.ofSeconds(5)));
    }
  }
}
