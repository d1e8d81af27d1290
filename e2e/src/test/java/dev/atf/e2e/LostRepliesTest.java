package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.e2e.support.Edge;
import dev.atf.e2e.support.EffectSink;
import dev.atf.e2e.support.FaultyLink;
import dev.atf.e2e.support.Lasting;
import dev.atf.e2e.support.SharedCluster;
import dev.atf.e2e.support.SupervisedExecutors;
import dev.atf.e2e.support.TestCluster;
import dev.atf.e2e.support.Workload;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Replies that are lost after they were applied, between each two processes. */
@ExtendWith(SharedCluster.class)
final class LostRepliesTest {
  /** How often: where a loss costs a lease, less often. */
  private static final Map<Edge, Double> LOSSES =
      Map.of(
          Edge.CLIENT_FRONTEND, 0.1,
          Edge.FRONTEND_DYNAMODB, 0.03,
          Edge.STORE_CONSUMER_DYNAMODB, 0.05,
          Edge.STORE_CONSUMER_SQS, 0.1,
          Edge.HSC_DYNAMODB, 0.03,
          Edge.CONTROLLER_SQS, 0.05,
          Edge.CONTROLLER_HSC, 0.05,
          Edge.EXECUTOR_CONTROLLER, 0.05,
          Edge.EXECUTOR_HSC, 0.05);

  /** Those of one group are silent at one time. */
  private static final List<List<Edge>> GROUPS =
      List.of(
          List.of(Edge.CLIENT_FRONTEND, Edge.STORE_CONSUMER_SQS, Edge.EXECUTOR_CONTROLLER),
          List.of(Edge.FRONTEND_DYNAMODB, Edge.CONTROLLER_SQS, Edge.EXECUTOR_HSC),
          List.of(Edge.STORE_CONSUMER_DYNAMODB, Edge.CONTROLLER_HSC, Edge.HSC_DYNAMODB));

  @AfterEach
  void heal(TestCluster cluster) {
    cluster.links().healAll();
  }

  @Test
  void connectionsThatEndInsteadOfAReplyLoseAndDoubleNothing(TestCluster cluster) {
    cluster.register("lossy", TestCluster.LEASE.lease());
    var before = cluster.links().repliesLost();
    try (var sink = EffectSink.start();
        var client = cluster.client();
        var executors =
            SupervisedExecutors.start(cluster, sink, "lossy", 2, 4, TestCluster.LEASE)) {
      LOSSES.forEach((edge, losses) -> cluster.links().of(edge).loseReplies(losses));

      var began = Lasting.fromNow();
      var tasks = new Workload(client, "lossy");
      for (int i = 0; i < 120; i++) {
        tasks.addTwice(Duration.ofMillis(100));
      }

      System.out.println("scheduled " + began.soFar());
      var ended = tasks.assertAllSucceeded(sink);
      System.out.println("ended " + began.soFar());
      assertThat(sink.overlaps()).isEmpty();
      var lost = since(before, cluster);
      assertThat(LOSSES.keySet()).allMatch(edge -> lost.getOrDefault(edge, 0) > 0);
      System.out.printf(
          "lost replies: %s, attempts=%d of tasks=%d, restarts=%d, stale effects refused=%d%n",
          lost,
          ended.stream().mapToInt(task -> task.getAttempt()).sum(),
          ended.size(),
          executors.restarts(),
          sink.staleRefused());
    }
  }

  @Test
  void connectionsThatGoSilentAreGivenUpAndLoseAndDoubleNothing(TestCluster cluster) {
    cluster.register("silent", TestCluster.LEASE.lease());
    var before = cluster.links().repliesLost();
    try (var sink = EffectSink.start();
        var client = cluster.client();
        var executors =
            SupervisedExecutors.start(cluster, sink, "silent", 2, 4, TestCluster.LEASE)) {
      var tasks = new Workload(client, "silent");
      tasks.addSpread(120, Duration.ofMillis(200), Duration.ofSeconds(12));
      executors.awaitReady();

      var over = new AtomicBoolean();
      var scheduling = CompletableFuture.runAsync(() -> addTwiceUntil(over, tasks));
      for (var group : GROUPS) {
        group.forEach(edge -> cluster.links().of(edge).swallowReplies());
        Lasting.fromNow().until(TestCluster.LEASE.lease());
        group.stream().map(cluster.links()::of).forEach(FaultyLink::heal);
      }
      over.set(true);
      var t = Lasting.fromNow();
      scheduling.join();
      System.out.println("scheduled after " + t.soFar());

      var ended = tasks.assertAllSucceeded(sink);
      assertThat(sink.overlaps()).isEmpty();
      var lost = since(before, cluster);
      assertThat(LOSSES.keySet()).allMatch(edge -> lost.getOrDefault(edge, 0) > 0);
      System.out.printf(
          "silent connections: %s, attempts=%d of tasks=%d, restarts=%d%n",
          lost,
          ended.stream().mapToInt(task -> task.getAttempt()).sum(),
          ended.size(),
          executors.restarts());
    }
  }

  private static void addTwiceUntil(AtomicBoolean over, Workload tasks) {
    while (!over.get()) {
      tasks.addTwice(Duration.ofMillis(200));
    }
  }

  private static Map<Edge, Integer> since(Map<Edge, Integer> before, TestCluster cluster) {
    var lost = new EnumMap<Edge, Integer>(Edge.class);
    cluster
        .links()
        .repliesLost()
        .forEach((edge, count) -> lost.put(edge, count - before.getOrDefault(edge, 0)));
    return lost;
  }
}
