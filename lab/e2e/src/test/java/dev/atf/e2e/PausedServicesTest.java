package dev.atf.e2e;

import dev.atf.e2e.support.Lasting;
import dev.atf.e2e.support.OnSharedCluster;
import dev.atf.e2e.support.TestCluster;
import dev.atf.lab.processes.Part;
import dev.atf.lab.processes.UnixSignal;
import dev.atf.testtime.MeasuredPace;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of each service stopped by SIGSTOP for longer than a lease, with work running. */
@Tag("system")
@OnSharedCluster
final class PausedServicesTest {
  /** Time that exceeds the lease as executors count it, but not as the store does. */
  private static final Duration LONGER_THAN_A_LEASE = TestCluster.LEASE.lease().plusMillis(300);

  /** Time that exceeds the store's lease, too. */
  private static final Duration LONGER_THAN_A_STORED_LEASE =
      TestCluster.LEASE.stored().plusSeconds(1);

  @Test
  @Tag("F36")
  void servicesThatArePausedAndGoOnLoseAndDoubleNothing(TestCluster cluster) {
    var executors = cluster.executors();
    var sink = cluster.sink();
    try (var client = cluster.client()) {
      var tasks = cluster.workload(client, "paused-services");
      // Longer than all pauses.
      tasks.addSpread(
          150, Duration.ofMillis(300), MeasuredPace.get().scaled(Duration.ofSeconds(15)));

      // These two run side by side without hiding each other's outage.
      sink.awaitMore();
      var scheduled = CompletableFuture.runAsync(() -> tasks.addTwice(Duration.ofMillis(300)));
      pause(cluster, List.of(Part.FRONTEND, Part.STORE_CONSUMER), LONGER_THAN_A_LEASE);
      scheduled.join();
      sink.awaitMore();
      pause(cluster, List.of(Part.CONTROLLER), LONGER_THAN_A_LEASE);
      sink.awaitMore();
      pause(cluster, List.of(Part.HSC), LONGER_THAN_A_STORED_LEASE);

      tasks.assertAllSucceeded(sink);
      System.out.printf(
          "paused services: %s restarts so far=%d%n", tasks.figures(sink), executors.restarts());
    }
  }

  private static void pause(TestCluster cluster, List<Part> parts, Duration time) {
    var stopped = Lasting.fromNow();
    parts.forEach(part -> UnixSignal.STOP.send(cluster.process(part).pid()));
    stopped.until(time);
    parts.forEach(part -> UnixSignal.CONT.send(cluster.process(part).pid()));
  }
}
