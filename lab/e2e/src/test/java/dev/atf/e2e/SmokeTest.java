package dev.atf.e2e;

import static org.awaitility.Awaitility.await;

import dev.atf.client.AtfClient;
import dev.atf.e2e.support.EffectsWorker;
import dev.atf.e2e.support.UpProcess;
import dev.atf.e2e.support.Workload;
import dev.atf.lab.processes.EffectSink;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.local.engine.FreePort;
import dev.atf.protocol.v1.Lambda;
import dev.atf.testtime.MeasuredPace;
import dev.atf.testtime.ProgressWait;
import dev.atf.worker.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code atf up} with a user's own lambda, and one {@code kill -9} of an executor at work. The one
 * test of the fast level that starts processes: its execution in this module's POM allows it.
 */
final class SmokeTest {
  private static final int TASKS = 100;

  /** Duration of the last task: it still runs when an executor at work is looked for. */
  private static final Duration LAST = MeasuredPace.get().scaled(Duration.ofSeconds(5));

  @TempDir private Path directory;

  @Test
  void everyTaskSucceedsAloneAlthoughAnExecutorIsKilledAtWork() {
    killAtWork("embedded");
  }

  @Test
  @Tag("system")
  void everyTaskDoesOnTheProtocolsOfDynamoDbAndSqs() {
    killAtWork("dynamodb-local");
  }

  private void killAtWork(String engine) {
    int port = FreePort.find();
    try (var sink = EffectSink.start();
        var up = UpProcess.awaitReady(up(engine, port, sink));
        var client = AtfClient.builder("http://127.0.0.1:" + port).build()) {
      client.registerLambda(Lambda.newBuilder().setName("smoke").build());
      var first = executors(up);
      var tasks = new Workload(client, "smoke").add(TASKS, Duration.ofMillis(50)).add(1, LAST);

      ProgressWait.observing("work in an executor", () -> sink.effects().size())
          .pollInterval(Duration.ofMillis(5))
          .until(() -> killOneAtWork(executors(up), sink));

      tasks.assertAllSucceeded(sink);
      await("a successor").until(() -> !first.containsAll(executors(up)));
    }
  }

  private JavaProcess up(String engine, int port, EffectSink sink) {
    var arguments = new ArrayList<>(List.of("--executors", "smoke=2", "--"));
    arguments.addAll(ChildJvm.running(EffectsWorker.class.getName(), sink.uri(), "smoke"));
    return UpProcess.start(directory, engine, port, arguments.toArray(String[]::new));
  }

  private static Set<Long> executors(JavaProcess up) {
    return up.descendants().stream().map(ProcessHandle::pid).collect(Collectors.toSet());
  }

  /** Kills an executor that runs a task; returns whether there was one. */
  private static boolean killOneAtWork(Set<Long> executors, EffectSink sink) {
    var atWork = executors.stream().filter(pid -> !sink.runningIn(pid).isEmpty()).findAny();
    atWork.flatMap(ProcessHandle::of).ifPresent(ProcessHandle::destroyForcibly);
    return atWork.isPresent();
  }
}
