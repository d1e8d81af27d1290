package dev.atf.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.client.AtfClient;
import dev.atf.e2e.support.EffectsWorker;
import dev.atf.e2e.support.HostCluster;
import dev.atf.e2e.support.Lasting;
import dev.atf.e2e.support.OnSharedHosts;
import dev.atf.e2e.support.TestCluster;
import dev.atf.e2e.support.Workload;
import dev.atf.lab.processes.EffectSink;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.lab.processes.UnixSignal;
import dev.atf.local.ApiConnection;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.GetWorkerRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.RetireWorkerRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.Worker;
import dev.atf.protocol.v1.WorkerAnswer.Health;
import dev.atf.worker.ChildJvm;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests worker hosts that lose their place, and come back. */
@Tag("system")
@OnSharedHosts
@EnabledOnOs(OS.LINUX)
final class DisplacedHostTest {
  /** Exit code of a host that may not come back. */
  private static final int GONE = 74;

  /** Exit code of a host that was silent for too long. */
  private static final int LOST = 75;

  /** Exit code after a drain. */
  private static final int TERMINATED = 143;

  private static final AtomicInteger TESTS = new AtomicInteger();

  /** Differ from test to test: a host that a test has left behind takes nothing of the next. */
  private final String lambda = "paint-" + TESTS.incrementAndGet();

  private final String place = "rack-" + lambda;

  @Test
  void hostThatWasStoppedLeavesWhenItComesBackAndEffectsAreAtMostTheAttempts(HostCluster services)
      throws Exception {
    try (var sink = EffectSink.start();
        var api = services.connect();
        var client = services.client()) {
      register(client, TestCluster.LEASE);
      try (var first = worker(services, sink)) {
        awaitHealthy(api);
        var holder = worker(api).getInstance();
        var tasks = new Workload(client, lambda).add(60, Duration.ofMillis(200));
        sink.awaitMore();
        var stopped = tree(first);

        stopped.forEach(UnixSignal.STOP::send);
        var silence = Lasting.fromNow();
        try (var second = worker(services, sink)) {
          await()
              .until(
                  () -> {
                    var now = worker(api);
                    return now.getHealth() == Health.HEALTHY && !now.getInstance().equals(holder);
                  });
          silence.until(HostCluster.HEALTH.lossAfter());
          stopped.forEach(UnixSignal.CONT::send);

          assertThat(first.awaitExit()).isEqualTo(GONE);
          assertThat(first.output()).contains("is not to be started again: displaced by");
          assertThat(worker(api).getGone(0).getInstance()).isEqualTo(holder);
          assertEffectsAreAtMostTheAttempts(
              tasks.assertAllSucceededMaybeOverlapping(sink), sink.effects());
          assertThat(second.isAlive()).isTrue();
        }
      }
    }
  }

  @Test
  void hostThatWasLostEndsAndItsNextStartWorks(HostCluster services) throws Exception {
    try (var sink = EffectSink.start();
        var api = services.connect();
        var client = services.client()) {
      register(client, TestCluster.LEASE);
      try (var first = worker(services, sink)) {
        awaitHealthy(api);
        var tasks = new Workload(client, lambda).add(20, Duration.ofMillis(200));
        sink.awaitMore();
        var stopped = tree(first);

        stopped.forEach(UnixSignal.STOP::send);
        await().until(() -> worker(api).getHealth() == Health.MUST_DIE);
        stopped.forEach(UnixSignal.CONT::send);

        assertThat(first.awaitExit()).isEqualTo(LOST);
        assertThat(first.output()).contains("is to be started again: lost: it was silent");
        try (var second = worker(services, sink)) {
          assertEffectsAreAtMostTheAttempts(
              tasks.assertAllSucceededMaybeOverlapping(sink), sink.effects());
          assertThat(second.isAlive()).isTrue();
        }
      }
    }
  }

  @Test
  void replacementAtTheSamePlaceLosesNoLease(HostCluster services) throws Exception {
    try (var sink = EffectSink.start();
        var api = services.connect();
        var client = services.client()) {
      register(client, TestCluster.LONG_LEASE);
      try (var first = worker(services, sink, TestCluster.LONG_LEASE)) {
        awaitHealthy(api);
        var tasks = new Workload(client, lambda).add(60, Duration.ofMillis(200));
        sink.awaitMore();
        try (var second = worker(services, sink, TestCluster.LONG_LEASE)) {
          second.awaitOutput("order=WAIT");

          assertThat(first.terminate()).isEqualTo(TERMINATED);

          assertThat(tasks.assertAllSucceeded(sink)).allMatch(task -> task.getAttempt() == 1);
          assertThat(sink.effects().values()).containsOnly(1);
          assertThat(worker(api).getGoneList()).isEmpty();
        }
      }
    }
  }

  @Test
  void retiredHostEndsAndItsTasksRunElsewhere(HostCluster services) throws Exception {
    try (var sink = EffectSink.start();
        var api = services.connect();
        var client = services.client()) {
      register(client, TestCluster.LEASE);
      try (var first = worker(services, sink)) {
        awaitHealthy(api);
        var tasks = new Workload(client, lambda).add(20, Duration.ofMillis(200));
        sink.awaitMore();

        var retired =
            api.workers()
                .retireWorker(
                    RetireWorkerRequest.newBuilder().setPlace(place).setReason("disk").build());

        assertThat(retired.getInstance()).isEmpty();
        assertThat(first.awaitExit()).isEqualTo(GONE);
        assertThat(first.output()).contains("retired by a client: disk");
        try (var second = worker(services, sink)) {
          tasks.assertAllSucceeded(sink);
          assertThat(second.isAlive()).isTrue();
        }
      }
    }
  }

  /** Asserts that no task has more effects than attempts; at-least-once allows one for each. */
  private static void assertEffectsAreAtMostTheAttempts(
      List<Task> ended, Map<String, Integer> effects) {
    assertThat(ended)
        .allSatisfy(
            task -> assertThat(effects.get(task.getTaskId())).isBetween(1, task.getAttempt()));
  }

  /** Starts a worker host at the place, with an executor of two threads. */
  private JavaProcess worker(HostCluster services, EffectSink sink) {
    return worker(services, sink, TestCluster.LEASE);
  }

  private JavaProcess worker(HostCluster services, EffectSink sink, LeaseTimes heartbeats) {
    var options = new ArrayList<>(List.of("--executors", lambda + "=1", "--"));
    options.addAll(ChildJvm.running(EffectsWorker.class.getName(), sink.uri(), lambda));
    return services.startHost(
        "worker",
        heartbeats,
        Map.of("ATF_SETTINGS_REFRESH", "500ms", "ATF_THREADS", 2, "ATF_PLACE", place),
        options);
  }

  private void register(AtfClient client, LeaseTimes lease) {
    client.registerLambda(
        Lambda.newBuilder()
            .setName(lambda)
            .addPriorities("normal")
            .setLeaseTimeout(ProtoTimes.proto(lease.lease()))
            .build());
  }

  /** Returns when a host has reported at the place, and knows that it was heard. */
  private void awaitHealthy(ApiConnection api) {
    await()
        .ignoreException(StatusRuntimeException.class)
        .until(() -> worker(api).getHealth() == Health.HEALTHY);
  }

  private Worker worker(ApiConnection api) {
    return api.workers().getWorker(GetWorkerRequest.newBuilder().setPlace(place).build());
  }

  /** Returns the process ids of a host and all that it has started. */
  private static List<Long> tree(JavaProcess host) {
    var pids = new ArrayList<>(List.of(host.pid()));
    host.descendants().forEach(child -> pids.add(child.pid()));
    return pids;
  }
}
