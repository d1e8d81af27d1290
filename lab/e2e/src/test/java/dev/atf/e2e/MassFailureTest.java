package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import dev.atf.e2e.support.ExpiryRate;
import dev.atf.e2e.support.Lasting;
import dev.atf.e2e.support.OnSharedCluster;
import dev.atf.e2e.support.TestCluster;
import dev.atf.e2e.support.Workload;
import dev.atf.lab.processes.Edge;
import dev.atf.lab.processes.EffectSink;
import dev.atf.lab.processes.FaultyLink;
import dev.atf.testtime.ProgressWait;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests with DynamoDB or the HSC unreachable for all for 0.5, 1 and 3 leases, with work running
 * (F15).
 */
@Tag("system")
@OnSharedCluster
final class MassFailureTest {
  private static final List<Double> LEASES = List.of(0.5, 1.0, 3.0);

  /**
   * Number of tasks, equal to the executors' threads, so that they last no longer than one of them.
   */
  private static final int TASKS = 24;

  /** Service that is unreachable, and its callers. */
  private enum Away {
    STORE(ImmutableSet.of(Edge.FRONTEND_DYNAMODB, Edge.STORE_CONSUMER_DYNAMODB, Edge.HSC_DYNAMODB)),
    HSC(ImmutableSet.of(Edge.CONTROLLER_HSC, Edge.EXECUTOR_HSC));

    private final ImmutableSet<Edge> edges;

    Away(ImmutableSet<Edge> edges) {
      this.edges = edges;
    }
  }

  @AfterEach
  void heal(TestCluster cluster) {
    cluster.links().healAll();
  }

  @ParameterizedTest
  @EnumSource(Away.class)
  @Tag("F15")
  void outagesOfSeveralLeasesLoseAndDuplicateNothing(Away away, TestCluster cluster) {
    var executors = cluster.executors();
    var sink = cluster.sink();
    var links = away.edges.stream().map(cluster.links()::of).toList();
    var expiries = new ExpiryRate(cluster);
    try (var client = cluster.client()) {
      for (double leases : LEASES) {
        var tasks = cluster.workload(client, away + "-away-for-" + leases);
        tasks.add(TASKS, TestCluster.LEASE.lease().dividedBy(2));
        awaitBegun(tasks, sink, TASKS / 2);

        links.forEach(FaultyLink::cut);
        Lasting.fromNow().until(times(leases));
        links.forEach(FaultyLink::heal);
        var back = Lasting.fromNow();
        var rate = expiries.samplesUntilEnded(tasks);

        tasks.assertAllSucceeded(sink);
        if (away == Away.STORE && leases >= 1) {
          // The consumer notices this outage, and ends no lease for one stored lease.
          var spared = TestCluster.LEASE.stored().minusSeconds(1);
          assertThat(rate.stream().filter(sample -> sample.at().compareTo(spared) < 0))
              .as("leases ended within %s: %s", spared, rate)
              .allMatch(sample -> sample.expired() == 0);
        }
        System.out.printf(
            "%s away for %.1f leases: %s, all ended %d ms after its return, expiries %s,"
                + " restarts so far=%d%n",
            away,
            leases,
            tasks.figures(sink),
            back.soFar().toMillis(),
            rate.stream().filter(sample -> sample.expired() > 0).toList(),
            executors.restarts());
      }
    }
  }

  private static Duration times(double leases) {
    return Duration.ofMillis(Math.round(TestCluster.LEASE.lease().toMillis() * leases));
  }

  /**
   * Waits until all have begun; on a busy machine some are still in a queue when others have ended.
   */
  private static void awaitBegun(Workload tasks, EffectSink sink, int count) {
    ProgressWait.observing(count + " tasks have begun", () -> begun(tasks, sink))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> begun(tasks, sink) >= count);
  }

  private static long begun(Workload tasks, EffectSink sink) {
    return tasks.taskIds().stream().filter(sink.starts()::containsKey).count();
  }
}
