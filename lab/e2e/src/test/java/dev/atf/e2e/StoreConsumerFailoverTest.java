package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import dev.atf.client.AtfClient;
import dev.atf.e2e.support.Lasting;
import dev.atf.e2e.support.SharedCluster;
import dev.atf.e2e.support.TestCluster;
import dev.atf.e2e.support.Workload;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.lab.processes.Part;
import dev.atf.lab.processes.ProcessCluster;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.Task;
import dev.atf.testtime.MeasuredPace;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests two store consumers that are killed in turn under load: each is the other's parent, in that
 * it takes over the lists of one that died.
 */
@Tag("system")
@ExtendWith(SharedCluster.class)
final class StoreConsumerFailoverTest {
  private static final String LAMBDA = "failover";

  /** Enough for each of two consumers to own some. */
  private static final int SHARDS = 8;

  /** As many as one call may schedule. */
  private static final int TASKS = 1_000;

  private static final Duration SPREAD = Duration.ofSeconds(40);

  /** Longest time in which the lists of a dead consumer have another owner that has read them. */
  private static final Duration TAKEOVER =
      MeasuredPace.get()
          .scaled(ProcessCluster.MEMBER_TIMEOUT.plus(ProcessCluster.POLL_INTERVAL.multipliedBy(2)));

  @Test
  void tasksStartSoonAfterTheyAreDueWhicheverConsumerDies(TestCluster cluster) {
    try (var client = cluster.client()) {
      register(client);
      try (var executors = cluster.executors(cluster.sink(), LAMBDA, 1, 12, TestCluster.LEASE)) {
        new Workload(client, LAMBDA, "warm-up-").add(50, Duration.ofMillis(10)).awaitEnded();
        var first = cluster.process(Part.STORE_CONSUMER);
        var second = cluster.services().start(Part.STORE_CONSUMER);
        var tasks = new Workload(client, LAMBDA, "failover-");
        tasks.addSpread(TASKS, Duration.ofMillis(10), MeasuredPace.get().scaled(SPREAD));

        cluster.sink().awaitMore();
        kill(first);
        var third = cluster.services().start(Part.STORE_CONSUMER);
        cluster.sink().awaitMore();
        kill(second);

        var ended = tasks.assertAllSucceeded(cluster.sink());
        var late = ended.stream().map(StoreConsumerFailoverTest::lateness).sorted().toList();
        var p50 = late.get(TASKS / 2);
        var p99 = late.get(TASKS * 99 / 100);
        System.out.printf(
            "store consumers killed: start - due p50=%s p99=%s max=%s of at most %s; restarts of"
                + " executors=%d%n",
            p50, p99, late.get(TASKS - 1), TAKEOVER, executors.restarts());
        assertThat(p99).isLessThan(TAKEOVER);
        assertThat(third.isAlive()).isTrue();
      }
    }
  }

  /** Kills a consumer, and returns when the other must have taken over. */
  private static void kill(JavaProcess consumer) {
    var dead = Lasting.fromNow();
    consumer.kill9();
    dead.until(TAKEOVER);
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
