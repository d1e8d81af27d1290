package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.e2e.support.LoneExecutor;
import dev.atf.e2e.support.OnSharedCluster;
import dev.atf.e2e.support.TestCluster;
import dev.atf.e2e.support.Workload;
import dev.atf.lab.processes.EffectSink;
import dev.atf.lab.processes.Part;
import dev.atf.protocol.v1.Task;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of the replacement of each service and executor, as in a deployment, with work running
 * (F16).
 */
@Tag("system")
@OnSharedCluster
final class RollingRestartTest {
  private static final Duration ONE_EVERY = Duration.ofMillis(200);
  private static final Duration LASTING = Duration.ofSeconds(1);

  /** Exit code of SIGTERM if the process ends by its shutdown hook. */
  private static final int TERMINATED = 143;

  /** Exit code of an executor that has drained. */
  private static final int DRAINED = 0;

  @Test
  @Tag("F16")
  void noLeaseIsLostAndNoScheduleFailsWithinTwoTriesWhileEverythingIsReplaced(TestCluster cluster) {
    cluster.register("rolling", TestCluster.LONG_LEASE.lease());
    var over = new AtomicBoolean();
    try (var sink = EffectSink.start();
        var client = cluster.client(2);
        var old = LoneExecutor.start(cluster, sink, "rolling", 8, TestCluster.LONG_LEASE)) {
      old.awaitOutput(LoneExecutor.READY);
      var scheduling =
          CompletableFuture.supplyAsync(
              () -> new Workload(client, "rolling").addPaced(over, ONE_EVERY, LASTING));

      for (var part : Part.ONE_OF_EACH) {
        assertThat(cluster.services().roll(part)).as(part.toString()).isEqualTo(TERMINATED);
      }
      try (var heir = LoneExecutor.start(cluster, sink, "rolling", 8, TestCluster.LONG_LEASE)) {
        heir.awaitOutput(LoneExecutor.READY);
        assertThat(old.terminate()).as(old.output()).isEqualTo(DRAINED);
        over.set(true);

        var tasks = scheduling.join();
        assertThat(tasks.assertAllSucceeded(sink)).extracting(Task::getAttempt).containsOnly(1);
        assertThat(sink.overlaps()).isEmpty();
        System.out.printf("rolling restart: tasks=%d%n", tasks.size());
      }
    }
  }
}
