package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.e2e.support.Lasting;
import dev.atf.e2e.support.OnSharedCluster;
import dev.atf.e2e.support.TestCluster;
import dev.atf.e2e.support.Workload;
import dev.atf.lab.processes.Edge;
import dev.atf.lab.processes.Links;
import dev.atf.testtime.MeasuredPace;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of replies that are lost after their calls were applied, on each edge. */
@Tag("system")
@OnSharedCluster
final class LostRepliesTest {
  /** Probability of a loss by edge; lower if a loss costs a lease. */
  private static final Map<Edge, Double> LOSSES =
      Map.of(
          Edge.CLIENT_FRONTEND, 0.1,
          Edge.FRONTEND_DYNAMODB, 0.03,
          // Only registrations use it.
          Edge.FRONTEND_SQS, 0.3,
          Edge.STORE_CONSUMER_DYNAMODB, 0.05,
          Edge.STORE_CONSUMER_SQS, 0.1,
          Edge.HSC_DYNAMODB, 0.03,
          Edge.CONTROLLER_SQS, 0.05,
          Edge.CONTROLLER_HSC, 0.05,
          Edge.EXECUTOR_CONTROLLER, 0.05,
          Edge.EXECUTOR_HSC, 0.05);

  /** Interval of tasks and registrations while connections are silent. */
  private static final Duration ONE_EVERY = Duration.ofMillis(250);

  /** Groups of edges that are silent at one time, and still cause traffic on each other. */
  private static final List<Set<Edge>> GROUPS =
      List.of(
          Set.of(Edge.FRONTEND_DYNAMODB, Edge.CONTROLLER_HSC),
          Set.of(Edge.STORE_CONSUMER_SQS, Edge.FRONTEND_SQS, Edge.EXECUTOR_HSC),
          Set.of(Edge.STORE_CONSUMER_DYNAMODB, Edge.EXECUTOR_CONTROLLER),
          Set.of(Edge.CLIENT_FRONTEND, Edge.CONTROLLER_SQS, Edge.HSC_DYNAMODB));

  private static final Duration TASK_LASTS = Duration.ofMillis(200);

  @Test
  void noEdgeIsLeftOut() {
    var edges =
        EnumSet.complementOf(
            EnumSet.of(
                Edge.CLIENT_SECOND_FRONTEND,
                Edge.SECOND_FRONTEND_DYNAMODB,
                Edge.SECOND_FRONTEND_SQS));

    assertThat(LOSSES.keySet()).isEqualTo(edges);
    assertThat(GROUPS.stream().flatMap(Set::stream)).containsExactlyInAnyOrderElementsOf(edges);
  }

  @AfterEach
  void heal(TestCluster cluster) {
    cluster.links().healAll();
  }

  @Test
  @Tag("F36")
  void connectionsThatEndInsteadOfAReplyLoseAndDoubleNothing(TestCluster cluster) {
    var executors = cluster.executors();
    try (var client = cluster.client()) {
      var tasks = cluster.workload(client, "lossy");
      var registered = cluster.registerAgain(client);
      var before = cluster.links().repliesLost();
      LOSSES.forEach((edge, losses) -> cluster.links().of(edge).loseReplies(losses));

      for (int i = 0; i < 40; i++) {
        tasks.addTwice(Duration.ofMillis(100));
        assertThat(Workload.untilAcknowledged(() -> cluster.registerAgain(client)))
            .isEqualTo(registered);
      }
      tasks.addSpread(80, Duration.ofMillis(100), Duration.ofSeconds(3));

      tasks.assertAllSucceeded(cluster.sink());
      assertThat(cluster.links().repliesLostSince(before)).containsKeys(edges(LOSSES.keySet()));
      System.out.printf(
          "lost replies: %s lost=%s restarts so far=%d%n",
          tasks.figures(cluster.sink()),
          cluster.links().repliesLostSince(before),
          executors.restarts());
    }
  }

  @Test
  @Tag("F28")
  void connectionsThatGoSilentAreGivenUpAndLoseAndDoubleNothing(TestCluster cluster) {
    var executors = cluster.executors();
    try (var client = cluster.client();
        var impatient = cluster.impatientClient()) {
      var tasks = cluster.workload(client, "silent");
      // Longer than the silence: while the frontend's own is silent, nothing new is scheduled.
      tasks.addSpread(450, TASK_LASTS, MeasuredPace.get().scaled(Duration.ofSeconds(45)));
      var over = new AtomicBoolean();
      var scheduling =
          CompletableFuture.runAsync(() -> repeat(over, () -> tasks.addTwice(TASK_LASTS)));
      var registering =
          CompletableFuture.runAsync(
              () ->
                  repeat(
                      over,
                      () -> Workload.untilAcknowledged(() -> cluster.registerAgain(impatient))));

      try {
        for (var edges : GROUPS) {
          cluster.sink().awaitMore();
          silenceForALease(edges, cluster.links());
        }
      } finally {
        over.set(true);
      }
      scheduling.join();
      registering.join();

      tasks.assertAllSucceeded(cluster.sink());
      System.out.printf(
          "silent connections: %s restarts so far=%d%n",
          tasks.figures(cluster.sink()), executors.restarts());
    }
  }

  private static void silenceForALease(Set<Edge> edges, Links links) {
    var before = links.repliesLost();
    edges.forEach(edge -> links.of(edge).swallowReplies());
    Lasting.fromNow().until(TestCluster.LEASE.lease());
    Awaitility.await("replies that nobody hears on " + edges)
        .untilAsserted(() -> assertThat(links.repliesLostSince(before)).containsKeys(edges(edges)));
    edges.forEach(edge -> links.of(edge).heal());
  }

  private static void repeat(AtomicBoolean over, Runnable call) {
    while (!over.get()) {
      var begun = Lasting.fromNow();
      call.run();
      begun.until(ONE_EVERY);
    }
  }

  private static Edge[] edges(Set<Edge> edges) {
    return edges.toArray(Edge[]::new);
  }
}
