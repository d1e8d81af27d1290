package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.e2e.support.Lasting;
import dev.atf.e2e.support.LoneExecutor;
import dev.atf.e2e.support.OnSharedCluster;
import dev.atf.e2e.support.PacedLease;
import dev.atf.e2e.support.TestCluster;
import dev.atf.e2e.support.Workload;
import dev.atf.lab.processes.EffectSink;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.lab.processes.SupervisedExecutors;
import dev.atf.lab.processes.UnixSignal;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.v1.Task;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Executor processes stopped by SIGSTOP for half, one and a half and four times their lease, with
 * work in them, under a supervisor and alone (F5, law 5).
 */
@Tag("system")
@OnSharedCluster
final class PausedExecutorsTest {
  private static final LeaseTimes LEASE = TestCluster.LEASE;

  /**
   * Lease times of the tasks that must not lose their lease: half of it suffices on a slow machine.
   */
  private static final LeaseTimes LONG_LEASE =
      PacedLease.of(
          new LeaseTimes(
              Duration.ofSeconds(8),
              Duration.ofMillis(500),
              Duration.ofMillis(1_200),
              3,
              Duration.ofMillis(250),
              Duration.ofMillis(1_500)));

  private static final int EXIT_LEASE_OVER = 70;

  @Test
  @Tag("F5")
  @Tag("F6")
  void aPausedExecutorIsKilledAtItsDeadlineOrEndsItselfAndNoStaleEffectIsAccepted(
      TestCluster cluster) {
    cluster.register("paused", LEASE.lease());
    cluster.register("half", LONG_LEASE.lease());
    try (var sink = EffectSink.start();
        var client = cluster.client();
        var watched = cluster.executors(sink, "paused", 2, 1, LEASE);
        var watchedHalf = cluster.executors(sink, "half", 1, 1, LONG_LEASE);
        var alone = LoneExecutor.start(cluster, sink, "paused", 1, LEASE);
        var aloneLonger = LoneExecutor.start(cluster, sink, "paused", 1, LEASE);
        var aloneHalf = LoneExecutor.start(cluster, sink, "half", 1, LONG_LEASE)) {
      List.of(watched, watchedHalf).forEach(SupervisedExecutors::awaitReady);
      List.of(alone, aloneLonger, aloneHalf).forEach(p -> p.awaitOutput(LoneExecutor.READY));
      var watchedPids = watched.pids();
      var half = List.of(watchedHalf.pids().get(0), aloneHalf.pid());
      var tasks = new Workload(client, "paused").add(4, LEASE.lease());
      var halfTasks =
          new Workload(client, "half").add(2, LONG_LEASE.lease().multipliedBy(3).dividedBy(4));
      awaitWorkIn(sink, List.of(alone.pid(), aloneLonger.pid()));
      awaitWorkIn(sink, watchedPids);
      awaitWorkIn(sink, half);

      watchedPids.forEach(UnixSignal.STOP::send);
      List.of(alone, aloneLonger, aloneHalf).forEach(p -> UnixSignal.STOP.send(p.pid()));
      UnixSignal.STOP.send(half.get(0));
      var stopped = Lasting.fromNow();
      stopped.until(LONG_LEASE.lease().dividedBy(2));
      half.forEach(UnixSignal.CONT::send);
      stopped.until(LEASE.lease().multipliedBy(3).dividedBy(2));
      UnixSignal.CONT.send(watchedPids.get(0));
      assertEndsItself(alone);
      stopped.until(LEASE.lease().multipliedBy(4));
      // Stopped until now: dead, but not by its own lease check.
      Awaitility.await("the death of " + watchedPids.get(1))
          .until(() -> ProcessHandle.of(watchedPids.get(1)).isEmpty());
      assertEndsItself(aloneLonger);

      assertThat(tasks.assertAllSucceededMaybeOverlapping(sink))
          .allMatch(task -> task.getAttempt() > 1);
      assertThat(halfTasks.awaitEnded()).extracting(Task::getAttempt).containsOnly(1);
      assertThat(watched.restarts()).isGreaterThanOrEqualTo(2);
      assertThat(watchedHalf.pids()).containsExactly(half.get(0));
      assertThat(aloneHalf.isAlive()).isTrue();
      var unwatched = Set.of(alone.pid(), aloneLonger.pid());
      assertThat(sink.overlaps()).allMatch(o -> unwatched.contains(o.earlier().pid()));
      System.out.printf(
          "paused executors: unwatched overlaps=%d, stale effects refused=%d%n",
          sink.overlaps().size(), sink.staleRefused());
    }
  }

  private static void awaitWorkIn(EffectSink sink, List<Long> pids) {
    Awaitility.await("work in " + pids)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> pids.stream().noneMatch(pid -> sink.runningIn(pid).isEmpty()));
  }

  private static void assertEndsItself(JavaProcess executor) {
    UnixSignal.CONT.send(executor.pid());

    assertThat(executor.awaitExit()).as(executor.output()).isEqualTo(EXIT_LEASE_OVER);
    // By its own lease check, not by an answer of the HSC, and not at the end of its work.
    assertThat(executor.output()).contains("lease over");
  }
}
