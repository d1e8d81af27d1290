package dev.atf.worker.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.executor.ExitCode;
import dev.atf.executor.TestJvm;
import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.FakeServers;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.Resource;
import dev.atf.testtime.TestTimeouts;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Tests executors of the built-in lambdas as processes of their own, and which processes end with
 * them.
 */
@Tag("system")
final class ExecutorMainTest {
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

  private static Map<String, String> environment(String lambda) {
    return Map.of(
        "ATF_LAMBDA",
        lambda,
        "ATF_CONTROLLER_URI",
        servers.uri(),
        "ATF_HSC_URI",
        servers.uri(),
        "ATF_THREADS",
        "2",
        "ATF_LEASE_HEARTBEAT_INTERVAL",
        "200ms",
        "ATF_LEASE_CALL_TIMEOUT",
        "1s");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aCommandDiesWithItsKilledExecutor() throws Exception {
    var worker = TestJvm.start(ExecutorMain.class, environment("command"));
    cluster.queue.add(
        FakeCluster.work("a", "command", "{\"argv\":[\"sleep\",\"6543\"]}", Duration.ofHours(1)));
    await().until(() -> sleepOf(worker).isPresent());
    var command = sleepOf(worker).orElseThrow();

    worker.destroyForcibly().waitFor();

    await().until(() -> !command.isAlive());
  }

  @Test
  void terminatedExecutorKillsAllDescendantsOfCommands() throws Exception {
    var worker = TestJvm.start(ExecutorMain.class, environment("command"));
    cluster.queue.add(
        FakeCluster.work(
            "a",
            "command",
            "{\"argv\":[\"sh\",\"-c\",\"sleep 6542 & sleep 6541; true\"]}",
            Duration.ofHours(1)));
    await().until(() -> worker.descendants().count() >= 3);
    var below = worker.descendants().toList();

    cluster.hscDown = true;

    assertThat(worker.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    await().until(() -> below.stream().noneMatch(ProcessHandle::isAlive));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void executorWithoutALocaleRunsNoTaskWithNamesThatItCannotWrite() throws Exception {
    var environment = new HashMap<>(environment("command"));
    environment.put("LC_ALL", "C");
    var worker = TestJvm.start(ExecutorMain.class, environment);
    var command = FakeCluster.work("argument", "command", "{\"argv\":[\"echo\",\"Grüße\"]}");
    var plain = FakeCluster.work("plain", "command", "{\"argv\":[\"echo\",\"hello\"]}");
    var resource =
        Resource.newBuilder().setPath("data/größe.txt").setSha256("0".repeat(64)).setBytes(1);
    cluster.queue.addAll(
        List.of(
            command,
            plain.toBuilder().setTaskId("resource").addResources(resource).build(),
            plain.toBuilder().setTaskId("output").addOutputs("größe.*").build(),
            plain));

    await().until(() -> cluster.recorded.size() == 4);

    worker.destroy();
    for (var task : List.of("argument", "resource", "output")) {
      var failure = result(task).getRetriableFailure().getFailure();
      assertThat(failure.getCode()).as(task).isEqualTo("LOCALE_UNSUITABLE");
      assertThat(failure.getMessage()).contains("US-ASCII", "LANG=C.UTF-8");
    }
    assertThat(result("plain").hasSuccess()).isTrue();
  }

  private AttemptResult result(String task) {
    return cluster.recorded.values().stream()
        .filter(result -> result.getAttemptRef().getTaskId().equals(task))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anExecutorWithoutABuiltInHandlerSaysSo() throws Exception {
    var worker = TestJvm.start(ExecutorMain.class, environment("resize-image"));

    assertThat(worker.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(ExitCode.HANDLER_MISSING.code());
  }

  /** Finds the process by its argument: setsid and setpriv, which become it, do not match. */
  private static Optional<ProcessHandle> sleepOf(Process worker) {
    return worker
        .descendants()
        .filter(handle -> handle.info().command().orElse("").endsWith("sleep"))
        .findFirst();
  }
}
