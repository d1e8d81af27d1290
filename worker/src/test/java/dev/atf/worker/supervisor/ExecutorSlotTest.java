package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.executor.core.ManualClock;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests one slot with real shells, on a clock of its own. */
@Tag("system")
@EnabledOnOs({OS.LINUX, OS.MAC})
final class ExecutorSlotTest extends ChildProcesses {
  private static final SupervisorConfig CONFIG =
      new SupervisorConfig(
          QUICK.lookEvery(),
          QUICK.killMargin(),
          QUICK.restartBackoffMin(),
          QUICK.restartBackoffMax(),
          QUICK.steadyAfter(),
          QUICK.drainTimeout(),
          QUICK.stopTime(),
          Duration.ofSeconds(1));

  private final ManualClock clock = new ManualClock();

  @Test
  void readySuccessorWaitsUntilTheLeavingProcessHasEnded() throws Exception {
    var slot =
        slot("trap '' TERM; echo '1 idle' > $ATF_DEADLINE_FILE; while true; do sleep 0.05; done");
    try {
      long leaving = awaitReady(slot);
      slot.sleep(clock.nanos());
      slot.wake();
      long working = awaitReady(slot);

      slot.beginReplacement(clock.nanos());
      await().until(() -> Files.exists(directory.resolve("paint-0-3.deadline")));
      slot.update(clock.nanos());
      clock.advance(CONFIG.readyWithin());
      slot.update(clock.nanos());
      assertThat(slot.isReplaced()).isFalse();
      assertThat(slot.child().orElseThrow().pid()).isEqualTo(working);

      signal("KILL", leaving);

      await()
          .until(
              () -> {
                slot.update(clock.nanos());
                return slot.isReplaced();
              });
      assertThat(awaitReady(slot)).isNotIn(leaving, working);
      assertThat(isAlive(working)).isTrue();
    } finally {
      slot.kill();
    }
  }

  /** Returns the process id of the working process when it is ready. */
  private long awaitReady(ExecutorSlot slot) {
    await()
        .until(
            () -> {
              slot.update(clock.nanos());
              return slot.status().ready();
            });
    return slot.child().orElseThrow().pid();
  }

  private ExecutorSlot slot(String script) {
    var out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    var parts =
        new WorkerSupervisor.Surroundings(
            clock, InstantSource.system(), new Random(1), metrics, out, out);
    var spec = shell("paint", 1, script);
    var overload = new HostOverload(CONFIG);
    return new ExecutorSlot(
        spec,
        0,
        CONFIG,
        new ChildLauncher(spec, 0, directory, overload, parts),
        new RestartBackoff(CONFIG, overload, new Random(1)),
        overload,
        new StartLimit(overload, CONFIG.readyWithin()),
        new DeathNotices(),
        InstantSource.system(),
        metrics);
  }
}
