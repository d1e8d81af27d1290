package dev.atf.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.FakeServers;
import dev.atf.protocol.v1.AttemptResult.OutcomeCase;
import dev.atf.testtime.TestTimeouts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests workers as processes of their own: how they end, and which processes end with them. */
@Tag("system")
final class WorkerProcessTest {
  @TempDir private Path directory;

  private static final FakeServers servers = new FakeServers(new FakeCluster());

  private final FakeCluster cluster = servers.serveAnother();

  /** Hands out work again, as a cluster does, that was fetched ahead and found no slot. */
  @BeforeEach
  void handOutAgain() {
    cluster.handsOutAgain = true;
  }

  @AfterAll
  static void stopServers() {
    servers.close();
  }

  private Map<String, String> environment(String... more) {
    var environment = new HashMap<String, String>();
    environment.put("ATF_CONTROLLER_URI", servers.uri());
    environment.put("ATF_HSC_URI", servers.uri());
    environment.put("ATF_THREADS", "2");
    environment.put("ATF_LEASE_HEARTBEAT_INTERVAL", "200ms");
    environment.put("ATF_LEASE_CALL_TIMEOUT", "1s");
    for (int index = 0; index < more.length; index += 2) {
      environment.put(more[index], more[index + 1]);
    }
    return environment;
  }

  private Path giveSleep(String taskId, long millis, boolean stubborn, Duration lease) {
    var started = directory.resolve(taskId);
    var payload =
        "{\"startedFile\":\"%s\",\"millis\":%d,\"stubborn\":%s}"
            .formatted(started, millis, stubborn);
    cluster.queue.add(FakeCluster.work(taskId, "sleep", payload, lease));
    return started;
  }

  @Test
  void aWorkerCutOffFromTheHscEndsItselfAfterThreeHeartbeats() throws Exception {
    var worker = TestJvm.start(SleepyWorker.class, environment());
    var started = giveSleep("a", 600_000, true, Duration.ofHours(1));
    await().until(() -> Files.exists(started));

    cluster.hscDown = true;

    assertThat(worker.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(70);
    assertThat(cluster.recorded).isEmpty();
  }

  @Test
  void aHandlerThatIgnoresTheLossOfItsClaimEndsItsProcess() throws Exception {
    var worker = TestJvm.start(SleepyWorker.class, environment());
    var started = giveSleep("a", 600_000, true, Duration.ofSeconds(3));
    await().until(() -> Files.exists(started));

    cluster.held.clear();

    assertThat(worker.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(70);
  }

  @Test
  @Tag("F7")
  void stuckHandlerEndsItsProcessAfterAnotherHasFinished() throws Exception {
    var log = directory.resolve("log");
    var worker = TestJvm.start(SleepyWorker.class, environment("ATF_CANCEL_GRACE", "3s"), log);
    var stuck = giveSleep("stuck", 600_000, true, Duration.ofHours(1));
    var goOn = directory.resolve("go-on");
    var proper = directory.resolve("proper");
    cluster.queue.add(
        FakeCluster.work(
            "proper",
            "sleep",
            "{\"startedFile\":\"%s\",\"millis\":20,\"untilFile\":\"%s\"}".formatted(proper, goOn),
            Duration.ofHours(1)));
    await().until(() -> Files.exists(stuck) && Files.exists(proper));

    cluster.cancelRequested.add("stuck");
    await().until(() -> Files.readString(log).contains("handler stuck"));
    giveSleep("later", 0, false, Duration.ofHours(1));
    int heartbeats = cluster.heartbeats.size();
    await().until(() -> cluster.heartbeats.size() >= heartbeats + 4);
    Files.createFile(goOn);

    assertThat(worker.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(71);
    assertThat(cluster.recorded.values())
        .extracting(result -> result.getAttemptRef().getTaskId(), result -> result.getOutcomeCase())
        .containsExactly(org.assertj.core.groups.Tuple.tuple("proper", OutcomeCase.SUCCESS));
    assertThat(cluster.held).containsOnlyKeys("stuck");
    assertThat(cluster.queue).hasSize(1);
  }

  @Test
  @Tag("F25")
  void aHeapThatIsUsedUpInAnyThreadEndsTheProcess() throws Exception {
    var worker = TestJvm.start(SleepyWorker.class, environment());
    cluster.queue.add(
        FakeCluster.work(
            "a",
            "sleep",
            "{\"startedFile\":\"%s\",\"millis\":600000,\"hungry\":true}"
                .formatted(directory.resolve("a")),
            Duration.ofHours(1)));

    assertThat(worker.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(3);
  }

  @Test
  void sigtermLetsTheHandlerFinishAndExitsWithZero() throws Exception {
    var worker = TestJvm.start(SleepyWorker.class, environment());
    var started = giveSleep("a", 1_000, false, Duration.ofSeconds(25));
    await().until(() -> Files.exists(started));

    worker.destroy();

    assertThat(worker.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isZero();
    assertThat(cluster.recorded.values())
        .extracting(result -> result.getOutcomeCase())
        .containsExactly(OutcomeCase.SUCCESS);
  }

  @Test
  void aHandlerThatDoesNotStopIsLeftBehindByTheDrain() throws Exception {
    var worker =
        TestJvm.start(
            SleepyWorker.class,
            environment("ATF_DRAIN_TIMEOUT", "100ms", "ATF_CANCEL_GRACE", "200ms"));
    var started = giveSleep("a", 600_000, true, Duration.ofHours(1));
    await().until(() -> Files.exists(started));

    worker.destroy();

    assertThat(worker.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(71);
    assertThat(cluster.held).containsKey("a");
    assertThat(cluster.recorded).isEmpty();
  }
}
