package dev.atf.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.atf.client.TaskSpec;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.LeaseConfig;
import dev.atf.executor.OnStuckHandler;
import dev.atf.executor.Outcome;
import dev.atf.executor.Worker;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.runtime.config.ConfigException;
import dev.atf.testtime.TestTimeouts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests handlers that ignore their interruption. */
final class StuckHandlerTest {
  private static final LeaseTimes SHORT =
      new LeaseTimes(
          Duration.ofSeconds(9),
          Duration.ofMillis(200),
          Duration.ofSeconds(2),
          3,
          Duration.ofSeconds(1),
          Duration.ofMillis(100));

  @TempDir private Path data;

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicInteger inHandler = new AtomicInteger();
  private final AtomicInteger mostInHandler = new AtomicInteger();
  private final AtomicInteger runs = new AtomicInteger();
  private final MeterRegistry meters = new SimpleMeterRegistry();

  @AfterEach
  void handlersEnd() {
    release.countDown();
  }

  private AtfBuilder atf() {
    return Atf.at(data)
        .pollInterval(Duration.ofMillis(100))
        .lease(SHORT)
        .meters(meters)
        .threads("work", 1)
        .executors(
            config ->
                config
                    .withCancelGrace(Duration.ofMillis(50))
                    .withDrainTimeout(Duration.ofMillis(50)))
        .handle("work", String.class, (payload, context) -> handle(payload));
  }

  private Outcome handle(String payload) {
    if (payload.equals("stuck")) {
      runs.incrementAndGet();
      mostInHandler.accumulateAndGet(inHandler.incrementAndGet(), Math::max);
      begun.countDown();
      Uninterruptibles.awaitUninterruptibly(release);
      inHandler.decrementAndGet();
    }
    return Outcome.success();
  }

  private void awaitBegun() throws InterruptedException {
    assertThat(begun.await(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private double counted(String meter, String... tags) {
    return meters.find(meter).tags(tags).counters().stream()
        .mapToDouble(counter -> counter.count())
        .sum();
  }

  /** Takes the claim away from the attempt that runs, as if another had reported for it. */
  private static void reportReturned(Atf atf, String taskId) {
    var attempt = atf.executors().get(0).running().all().get(0);
    var task = atf.client().get(taskId).task();
    var ignored =
        HscServiceGrpc.newBlockingStub(atf.hscChannel())
            .setResults(
                SetResultsRequest.newBuilder()
                    .setExecutorId(task.getExecutorId())
                    .setLambda("work")
                    .addResults(
                        AttemptResult.newBuilder()
                            .setAttemptRef(attempt.ref())
                            .setAttempt(attempt.work().getAttempt())
                            .setReturned(AttemptResult.Returned.newBuilder().setReason("DRAINING")))
                    .build());
  }

  @Test
  @Tag("F7")
  void anIsolatedHandlerBlocksItsTaskAndNothingElse() throws Exception {
    try (var atf = atf().open()) {
      var stuck = atf.client().schedule(TaskSpec.of("work", "stuck"));
      awaitBegun();
      reportReturned(atf, stuck.taskId());

      var other = atf.client().schedule(TaskSpec.of("work", "other"));
      assertThat(atf.client().await(other.taskId(), TestTimeouts.STALL).isSuccess()).isTrue();
      await().until(() -> counted("atf.executor.work.returned", "reason", "STILL_RUNNING") >= 1);
      assertThat(counted("atf.executor.handlers.isolated", "lambda", "work")).isEqualTo(1);
      assertThat(runs).hasValue(1);
      release.countDown();

      var ended = atf.client().await(stuck.taskId(), TestTimeouts.STALL);
      assertThat(ended.isSuccess()).isTrue();
      assertThat(ended.task().getAttempt()).as("no attempt is lost by waiting").isEqualTo(1);
      assertThat(runs).hasValue(2);
      assertThat(mostInHandler).hasValue(1);
    }
  }

  @Test
  @Tag("F7")
  void anIsolatedHandlerKeepsOtherHostsFromItsTask() throws Exception {
    try (var atf =
        Atf.at(data).pollInterval(Duration.ofMillis(100)).lease(SHORT).meters(meters).open()) {
      var first = atf.serve(List.of(worker()));
      var stuck = atf.client().schedule(TaskSpec.of("work", "stuck"));
      awaitBegun();
      var second = atf.serve(List.of(worker()));
      reportReturned(atf, stuck.taskId());
      first.close();

      double returned = counted("atf.executor.work.returned", "reason", "STILL_RUNNING");
      await()
          .until(() -> counted("atf.executor.work.returned", "reason", "STILL_RUNNING") > returned);
      assertThat(runs).hasValue(1);
      release.countDown();

      assertThat(atf.client().await(stuck.taskId(), TestTimeouts.STALL).isSuccess()).isTrue();
      assertThat(runs).hasValue(2);
      assertThat(mostInHandler).hasValue(1);
      second.close();
    }
  }

  private Worker worker() {
    return Worker.builder(
            ExecutorConfig.DEFAULTS
                .withLambda("work")
                .withThreads(1)
                .withLease(
                    new LeaseConfig(
                        SHORT.heartbeatInterval(),
                        SHORT.callTimeout(),
                        SHORT.missedHeartbeatsMax()))
                .withCancelGrace(Duration.ofMillis(50))
                .withDrainTimeout(Duration.ofMillis(50)))
        .handle("work", String.class, (payload, context) -> handle(payload))
        .build();
  }

  @Test
  void aHandlerThatRunsOnAfterTheEndKeepsTheDirectoryLocked() throws Exception {
    var atf = atf().open();
    var ignored = atf.client().schedule(TaskSpec.of("work", "stuck"));
    awaitBegun();

    atf.close();

    assertThatThrownBy(() -> Atf.open(data))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("in use by this process");
    release.countDown();
    await().ignoreExceptionsInstanceOf(ConfigException.class).until(this::opens);
  }

  private boolean opens() {
    Atf.open(data).close();
    return true;
  }

  @Test
  @Tag("system")
  void withThePolicyExitTheProcessEnds() throws Exception {
    var child =
        new ProcessBuilder(
                List.of(
                    ProcessHandle.current().info().command().orElse("java"),
                    "-cp",
                    System.getProperty("java.class.path"),
                    StuckProgram.class.getName(),
                    data.toString()))
            .inheritIO()
            .start();
    try {
      assertThat(child.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(child.exitValue()).isEqualTo(71);
    } finally {
      child.destroyForcibly();
    }
  }

  /** Program whose only handler is cancelled and does not stop. */
  static final class StuckProgram {
    private StuckProgram() {}

    public static void main(String[] arguments) throws Exception {
      var begun = new CountDownLatch(1);
      var atf =
          Atf.at(Path.of(arguments[0]))
              .lease(SHORT)
              .onStuckHandler(OnStuckHandler.EXIT)
              .executors(config -> config.withCancelGrace(Duration.ofMillis(50)))
              .handle(
                  "work",
                  String.class,
                  (payload, context) -> {
                    begun.countDown();
                    Uninterruptibles.awaitUninterruptibly(new CountDownLatch(1));
                    return Outcome.success();
                  })
              .open();
      var stuck = atf.client().schedule(TaskSpec.of("work", "stuck"));
      begun.await();
      var ignored = atf.client().cancel(stuck.taskId(), "test");
      new CountDownLatch(1).await();
    }
  }
}
