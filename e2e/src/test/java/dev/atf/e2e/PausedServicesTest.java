package dev.atf.e2e;

import dev.atf.e2e.support.Lasting;
import dev.atf.e2e.support.SharedCluster;
import dev.atf.e2e.support.TestCluster;
import dev.atf.standalone.processes.Part;
import dev.atf.standalone.processes.Signal;
import dev.atf.testtime.MeasuredPace;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each service stopped by SIGSTOP for longer than a lease, with work running. */
@Tag("system")
@ExtendWith(SharedCluster.class)
final class PausedServicesTest {
  /** Longer than the executors count, shorter than the store does. */
  private static final Duration LONGER_THAN_A_LEASE = TestCluster.LEASE.lease().plusMillis(300);

  /** The store's leases end as well. */
  private static final Duration LONGER_THAN_A_STORED_LEASE =
      TestCluster.LEASE.stored().plusSeconds(1);

  @Test
  void servicesThatArePausedAndGoOnLoseAndDoubleNothing(TestCluster cluster) {
    var executors = cluster.executors();
    var sink = cluster.sink();
    try (var client = cluster.client()) {
      var tasks = cluster.workload(client, "paused-services");
      // Longer than all pauses.
      tasks.addSpread(
          150, Duration.ofMillis(300), MeasuredPace.get().scaled(Duration.ofSeconds(15)));

      // These two work side by side and do not hide each other's absence.
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
    parts.forEach(part -> Signal.STOP.send(cluster.process(part).pid()));
    stopped.until(time);
    parts.forEach(part -> Signal.CONT.send(cluster.process(part).pid()));
  }
}
