package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import dev.atf.client.AtfClient;
import dev.atf.e2e.support.OnSharedCluster;
import dev.atf.e2e.support.TestCluster;
import dev.atf.e2e.support.Workload;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.lab.processes.Part;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.Task;
import dev.atf.testtime.MeasuredPace;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests two store consumers that are killed in turn under load: each is the other's parent, in that
 * it takes over the lists of one that died.
 */
@Tag("system")
@OnSharedCluster
final class StoreConsumerFailoverTest {
  private static final String LAMBDA = "failover";

  /** Enough for each of two consumers to own some. */
  private static final int SHARDS = 8;

  /** Tasks of each half: enough for many rounds of polls. */
  private static final int TASKS = 300;

  private static final Duration SPREAD = Duration.ofSeconds(10);

  @Test
  void theConsumerThatIsLeftReleasesAllTasksWhicheverDies(TestCluster cluster) {
    try (var client = cluster.client()) {
      register(client);
      try (var executors = cluster.executors(cluster.sink(), LAMBDA, 1, 12, TestCluster.LEASE)) {
        new Workload(client, LAMBDA, "warm-up-").add(50, Duration.ofMillis(10)).awaitEnded();
        var first = cluster.process(Part.STORE_CONSUMER);
        var second = cluster.services().start(Part.STORE_CONSUMER);

        killWhileTasksBecomeDue(first, cluster, client, "second-");
        var third = cluster.services().start(Part.STORE_CONSUMER);
        killWhileTasksBecomeDue(second, cluster, client, "third-");

        assertThat(third.isAlive()).isTrue();
        System.out.println("restarts of executors: " + executors.restarts());
      }
    }
  }

  /** Kills one of two consumers; returns when the other has released the tasks of all lists. */
  private static void killWhileTasksBecomeDue(
      JavaProcess consumer, TestCluster cluster, AtfClient client, String name) {
    var tasks = new Workload(client, LAMBDA, name);
    tasks.addSpread(TASKS, Duration.ofMillis(10), MeasuredPace.get().scaled(SPREAD));
    cluster.sink().awaitMore();
    consumer.kill9();

    var late =
        tasks.assertAllSucceeded(cluster.sink()).stream()
            .map(StoreConsumerFailoverTest::lateness)
            .sorted()
            .toList();
    System.out.printf(
        "store consumer killed: start - due p50=%s p99=%s max=%s%n",
        late.get(TASKS / 2), late.get(TASKS * 99 / 100), late.get(TASKS - 1));
  }

  private static void register(AtfClient client) {
    client.registerLambda(
        Lambda.newBuilder()
            .setName(LAMBDA)
            .addPriorities("normal")
            .setShards(SHARDS)
            .setLeaseTimeout(ProtoTimes.proto(TestCluster.LEASE.lease()))
            .build());
  }

  private static Duration lateness(Task task) {
    return Duration.between(instant(task.getScheduledAt()), instant(task.getStartedAt()));
  }

  private static Instant instant(Timestamp at) {
    return Instant.ofEpochSecond(at.getSeconds(), at.getNanos());
  }
}
