package dev.atf.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.FakeServers;
import dev.atf.protocol.v1.AttemptResult.OutcomeCase;
import dev.atf.protocol.v1.ReturnedWork;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.runtime.tracing.TracingConfig;
import dev.atf.testtime.TestTimeouts;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a whole worker inside this process, against a controller and an HSC on real gRPC ports. */
final class WorkerTest {
  private static final FakeServers servers = new FakeServers(new FakeCluster());

  private final FakeCluster cluster = servers.serveAnother();

  /** Hands out work again, as a cluster does, that was fetched ahead and found no slot. */
  @BeforeEach
  void handOutAgain() {
    cluster.handsOutAgain = true;
  }

  @AfterAll
  static void stopServers() {
    servers.close();
  }

  private ExecutorConfig config(int threads, Duration drainTimeout) {
    return config(threads, drainTimeout, servers.uri());
  }

  private static ExecutorConfig config(int threads, Duration drainTimeout, String uri) {
    return new ExecutorConfig(
        "",
        threads,
        uri,
        uri,
        new LeaseConfig(Duration.ofMillis(200), Duration.ofSeconds(2), 10),
        Duration.ofSeconds(20),
        drainTimeout,
        "",
        false,
        RpcServerConfig.onPort(0),
        ExecutorTuning.DEFAULTS,
        LoopSettings.DEFAULT,
        Duration.ofSeconds(10),
        CredentialsConfig.NONE,
        List.of(),
        TracingConfig.OFF,
        AttemptTrace.LINKED,
        HealthConfig.DEFAULTS,
        StagingConfig.DEFAULTS);
  }

  @Test
  void treesOfJsonKeepTheirNumbers() throws Exception {
    var worker =
        Worker.builder(config(1, TestTimeouts.STALL))
            .handle("resize-image", JsonNode.class, (payload, context) -> Outcome.success())
            .build();
    var payload = "{\"price\":1.10,\"ratio\":0.12345678901234567890,\"far\":1E+400}";

    assertThat(worker.definition().json().readTree(payload)).hasToString(payload);
  }

  @Test
  void tasksAreRunAndReported() {
    var worker =
        Worker.builder(config(4, TestTimeouts.STALL))
            .handle("resize-image", ExampleWorker.ResizeRequest.class, ExampleWorker::resize);

    try (var service = worker.start()) {
      assertThat(service.port()).isPositive();
      for (int task = 0; task < 100; task++) {
        cluster.queue.add(
            FakeCluster.work("t" + task, "resize-image", "{\"image\":\"i\",\"width\":2}"));
      }
      await().until(() -> cluster.recorded.size() == 100);
    }

    assertThat(cluster.recorded.values())
        .allSatisfy(
            result ->
                assertThat(result.getSuccess().getResult().toStringUtf8())
                    .isEqualTo("{\"image\":\"i@2-3\",\"bytes\":4}"));
    assertThat(cluster.held).isEmpty();
  }

  @Test
  @Tag("E6.6")
  void neverMoreThanItsThreadsRunAtOneTime() {
    var together = new CyclicBarrier(3);
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    var worker =
        Worker.builder(config(3, TestTimeouts.STALL))
            .handle(
                "meet",
                JsonNode.class,
                (payload, context) -> {
                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                  together.await(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);
                  running.decrementAndGet();
                  return Outcome.success();
                });

    try (var service = worker.start()) {
      for (int task = 0; task < 12; task++) {
        cluster.queue.add(FakeCluster.work("t" + task, "meet", "{}"));
      }
      await().until(() -> cluster.recorded.size() == 12);
      assertThat(service.port()).isPositive();
    }

    assertThat(most).hasValue(3);
  }

  @Test
  void heartbeatsNameAllThatRuns() {
    var goOn = new CountDownLatch(1);
    var worker =
        Worker.builder(config(2, TestTimeouts.STALL))
            .handle(
                "wait",
                JsonNode.class,
                (payload, context) -> {
                  goOn.await();
                  return Outcome.success();
                });

    try (var service = worker.start()) {
      cluster.queue.add(FakeCluster.work("a", "wait", "{}"));
      cluster.queue.add(FakeCluster.work("b", "wait", "{}"));
      await()
          .until(
              () ->
                  cluster.heartbeats.stream()
                      .anyMatch(heartbeat -> heartbeat.getAttemptsCount() == 2));
      assertThat(service.port()).isPositive();
      goOn.countDown();
    }

    assertThat(cluster.recorded).hasSize(2);
  }

  @Test
  void drainingLetsARunningHandlerFinishAndTakesNothingNew() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var service =
        Worker.builder(config(1, TestTimeouts.STALL))
            .handle(
                "wait",
                JsonNode.class,
                (payload, context) -> {
                  begun.countDown();
                  goOn.await();
                  return Outcome.success();
                })
            .start();
    cluster.queue.add(FakeCluster.work("a", "wait", "{}"));
    begun.await();
    cluster.queue.add(FakeCluster.work("b", "wait", "{}"));

    var closing = new Thread(service::close);
    closing.start();
    int heartbeats = cluster.heartbeats.size();
    await().until(() -> cluster.heartbeats.size() >= heartbeats + 3);
    assertThat(closing.isAlive()).isTrue();
    goOn.countDown();
    closing.join();

    assertThat(cluster.recorded).hasSize(1);
    assertThat(cluster.queue).hasSize(1);
  }

  @Test
  void anIdleWorkerDrainsWithoutWaitingForItsLongPoll() {
    var service =
        Worker.builder(config(4, Duration.ofHours(1)))
            .handle("wait", JsonNode.class, (payload, context) -> Outcome.success())
            .start();

    var closing = new Thread(service::close);
    closing.start();

    await().until(() -> !closing.isAlive());
  }

  /** A program may start and close workers many times. */
  @Test
  void aClosedWorkerLeavesNoThreadThatCouldEndTheProcess() throws Exception {
    var worker =
        Worker.builder(config(1, TestTimeouts.STALL))
            .handle("wait", JsonNode.class, (payload, context) -> Outcome.success());
    var group = new ThreadGroup("worker");
    var during = new ArrayList<String>();

    run(
        group,
        () -> {
          try (var service = worker.start()) {
            assertThat(service.port()).isPositive();
            during.addAll(namesOf(group));
          }
        });

    assertThat(during).contains("atf-terminator");
    await().until(() -> !namesOf(group).contains("atf-terminator"));
  }

  @Test
  void aWorkerThatCannotStartLeavesNoThreadEither() throws Exception {
    var group = new ThreadGroup("worker");
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var config =
          config(1, TestTimeouts.STALL).withServer(RpcServerConfig.onPort(taken.getLocalPort()));
      var worker =
          Worker.builder(config)
              .handle("wait", JsonNode.class, (payload, context) -> Outcome.success());

      run(group, () -> assertThatThrownBy(worker::start).isInstanceOf(RuntimeException.class));
    }

    await().until(() -> !namesOf(group).contains("atf-terminator"));
  }

  private static void run(ThreadGroup group, Runnable work) throws InterruptedException {
    var failures = new ArrayList<Throwable>();
    var thread = new Thread(group, work);
    thread.setUncaughtExceptionHandler((failed, failure) -> failures.add(failure));
    thread.start();
    thread.join();
    assertThat(failures).isEmpty();
  }

  private static List<String> namesOf(ThreadGroup group) {
    var threads = new Thread[1_000];
    return Arrays.stream(threads, 0, group.enumerate(threads)).map(Thread::getName).toList();
  }

  @Test
  void anyFailureOfTheStartIsAnExitCode() {
    int code =
        Worker.builder(config(1, TestTimeouts.STALL).withDeadlineFile("no\0path"))
            .handle("wait", JsonNode.class, (payload, context) -> Outcome.success())
            .run();

    assertThat(code).isEqualTo(ExitCode.NOT_STARTED.code());
  }

  @Test
  void drainReturnsWorkThatIsOnItsWay() throws Exception {
    var asked = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    cluster.duringCall =
        () -> {
          asked.countDown();
          Uninterruptibles.awaitUninterruptibly(goOn);
        };
    cluster.queue.add(FakeCluster.work("a", "wait", "{}"));
    var service =
        Worker.builder(config(1, TestTimeouts.STALL))
            .handle("wait", JsonNode.class, (payload, context) -> Outcome.success())
            .start();
    asked.await();

    var closing = new Thread(service::close);
    closing.start();
    await().until(() -> cluster.noMoreWanted());
    goOn.countDown();
    closing.join();

    assertThat(cluster.returned).extracting(ReturnedWork::getReason).containsExactly("DRAINING");
    assertThat(cluster.held).isEmpty();
  }

  @Test
  void drainInterruptsRunningHandlersAndHandsTheirAttemptsBack() throws Exception {
    var begun = new CountDownLatch(1);
    var service =
        Worker.builder(config(1, Duration.ZERO))
            .handle(
                "wait",
                JsonNode.class,
                (payload, context) -> {
                  begun.countDown();
                  new CountDownLatch(1).await();
                  return Outcome.success();
                })
            .start();
    cluster.queue.add(FakeCluster.work("a", "wait", "{}"));
    begun.await();

    service.close();

    var result = cluster.recorded.values().iterator().next();
    assertThat(result.getOutcomeCase()).isEqualTo(OutcomeCase.RETURNED);
    assertThat(result.getReturned().getReason()).isEqualTo("EXECUTOR_DRAINED");
    assertThat(cluster.endedClaims).as("the host must know").containsExactly("claim-a");
  }

  @Test
  @Tag("F28")
  void aWorkerOutlivesServersThatAreNotThereYetAndThoseThatComeBack() {
    int port;
    try (var gone = new FakeServers(cluster)) {
      port = gone.port();
    }
    var uri = "http://localhost:" + port;
    var worker =
        Worker.builder(config(2, TestTimeouts.STALL, uri))
            .handle("wait", JsonNode.class, (payload, context) -> Outcome.success());

    try (var service = worker.start()) {
      for (int task = 0; task < 2; task++) {
        var taskId = "t" + task;
        // The port may be that of somebody's connection for a moment.
        try (var servers =
            await()
                .ignoreException(ConfigException.class)
                .until(() -> new FakeServers(cluster, port), Objects::nonNull)) {
          cluster.queue.add(FakeCluster.work(taskId, "wait", "{}"));
          await().until(() -> cluster.recorded.size() == 1);
          assertThat(servers.port()).isEqualTo(port);
        }
        cluster.recorded.clear();
      }
      assertThat(service.port()).isPositive();
    }
  }

  @Test
  void aWorkerWithoutAHandlerForItsLambdaDoesNotStart() {
    var worker =
        Worker.builder(config(1, TestTimeouts.STALL).withLambda("resize-imag"))
            .handle("resize-image", JsonNode.class, (payload, context) -> Outcome.success())
            .build();

    assertThatThrownBy(worker::start)
        .isInstanceOf(ConfigException.class)
        .hasMessage("lambda: resize-imag (expected: one of [resize-image])");
  }
}
