package dev.atf.e2e;

import static org.awaitility.Awaitility.await;

import dev.atf.e2e.support.SharedCluster;
import dev.atf.e2e.support.TestCluster;
import dev.atf.e2e.support.Workload;
import dev.atf.standalone.processes.EffectSink;
import dev.atf.testtime.ProgressWait;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The whole system as real processes, with one {@code kill -9} of an executor at work. The one test
 * of the fast level that starts processes: its execution in this module's POM allows it.
 */
@ExtendWith(SharedCluster.class)
final class SmokeTest {
  private static final int TASKS = 100;

  @Test
  void everyTaskSucceedsAloneAlthoughAnExecutorIsKilledAtWork(TestCluster cluster) {
    cluster.register("smoke", TestCluster.LEASE.lease());
    try (var sink = EffectSink.start();
        var client = cluster.client();
        var executors = cluster.executors(sink, "smoke", 2, 4, TestCluster.LEASE)) {
      var tasks = new Workload(client, "smoke").add(TASKS, Duration.ofMillis(50));
      long killed = executors.pids().get(0);

      ProgressWait.observing("work in " + killed, () -> sink.effects().size())
          .pollInterval(Duration.ofMillis(5))
          .until(() -> !sink.runningIn(killed).isEmpty());
      ProcessHandle.of(killed).orElseThrow().destroyForcibly();

      tasks.assertAllSucceeded(sink);
      await("a successor of " + killed).until(() -> executors.restarts() > 0);
    }
  }
}
