package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.e2e.support.LoneExecutor;
import dev.atf.e2e.support.OnSharedCluster;
import dev.atf.e2e.support.TestCluster;
import dev.atf.e2e.support.Workload;
import dev.atf.lab.processes.EffectSink;
import dev.atf.lab.processes.FaultyLink;
import dev.atf.lab.processes.Part;
import dev.atf.protocol.v1.TaskStatus;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that an executor that cannot reach the HSC stops before any other may start (F13). */
@Tag("system")
@OnSharedCluster
final class HscCutOffTest {
  /** Time that is longer than an executor can live without the HSC. */
  private static final Duration LONG = TestCluster.LEASE.lease().plusMillis(500);

  @Test
  @Tag("F13")
  void anExecutorCutOffFromTheHscEndsItselfAndTheTaskRunsElsewhereWithoutOverlap(
      TestCluster cluster) {
    cluster.register("cut", TestCluster.LEASE.lease());
    try (var sink = EffectSink.start();
        var client = cluster.client();
        var itsHsc = FaultyLink.to(cluster.services().direct(Part.HSC).getPort(), 1);
        var doomed = LoneExecutor.start(cluster, sink, "cut", 1, TestCluster.LEASE, itsHsc)) {
      var tasks = new Workload(client, "cut").add(1, LONG);
      var taskId = tasks.taskIds().iterator().next();
      Awaitility.await("the task runs and has been heard of")
          .untilAsserted(
              () -> {
                assertThat(tasks.get(taskId).getStatus()).isEqualTo(TaskStatus.PROCESSING);
                assertThat(sink.runningIn(doomed.pid())).containsExactly(taskId);
              });

      itsHsc.cut();
      try (var heir = LoneExecutor.start(cluster, sink, "cut", 1, TestCluster.LEASE)) {
        int exitCode = doomed.awaitExit();
        var task = tasks.assertAllSucceeded(sink).get(0);

        assertThat(exitCode).as(doomed.output()).isEqualTo(70);
        assertThat(doomed.output()).contains("strikes=3 of=3");
        assertThat(task.getAttempt()).isEqualTo(2);
        assertThat(task.getExecutorId()).contains(":" + heir.pid() + ":");
        assertThat(sink.starts()).containsEntry(taskId, 2);
        assertThat(sink.effects()).containsEntry(taskId, 1);
        assertThat(sink.overlaps()).isEmpty();
      }
    }
  }
}
