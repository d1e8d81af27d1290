package dev.atf.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.cli.output.Progress;
import dev.atf.controller.ControllerComponent;
import dev.atf.controller.ControllerConfig;
import dev.atf.embedded.Settings;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.Worker;
import dev.atf.frontend.FrontendComponent;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscComponent;
import dev.atf.hsc.HscConfig;
import dev.atf.lab.execution.NoisyHandler;
import dev.atf.local.ApiConnection;
import dev.atf.local.engine.EmbeddedDynamoDb;
import dev.atf.local.engine.EmbeddedSqs;
import dev.atf.protocol.v1.Lambda;
import dev.atf.runtime.Service;
import dev.atf.storeconsumer.StoreConsumerComponent;
import dev.atf.storeconsumer.StoreConsumerConfig;
import dev.atf.testtime.ProgressWait;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code atf bench isolation} in small, without timing: a backlog that waits in its queue for many
 * enqueue time-outs, beside a lambda with little load.
 */
@Tag("system")
final class BacklogTest {
  private static final String QUIET = "quiet";
  private static final int TASKS = 2_000;
  private static final int QUEUE_DEPTH_MAX = 100;
  private static final int QUIET_TASKS = 20;

  /** Number of tasks of the backlog that have run before the counts are checked. */
  private static final int RUN = 200;

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final EmbeddedDynamoDb store = EmbeddedDynamoDb.start(Optional.empty(), 0);
  private final EmbeddedSqs queue = EmbeddedSqs.start(0);
  private final Set<String> quietRuns = ConcurrentHashMap.newKeySet();
  private final Set<String> noisyRuns = ConcurrentHashMap.newKeySet();

  @AfterEach
  void stop() throws Exception {
    for (var part : parts) {
      part.close();
    }
    queue.close();
    store.close();
  }

  /** F18: alarms fire again and again, and hardly a task is pushed twice. F12: B runs. */
  @Test
  @Tag("F18")
  void aBacklogIsHardlyPushedTwiceAndTheOtherLambdaRuns() {
    var frontend =
        start(
            FrontendComponent.onAws(
                    stored().with("ATF_CREATE_TABLES", true).over(FrontendConfig.DEFAULTS))
                .service());
    try (var api = ApiConnection.open(uri(frontend), Duration.ofSeconds(60))) {
      api.lambdas().registerLambda(Lambda.newBuilder().setName(QUIET).build());
      new NoisyNeighbour(api).register();
      var slow = new NoisyHandler.Work(NoisyHandler.Work.Kind.SLOW, 30, 0);
      var now = InstantSource.system().instant();
      try (var load = BulkLoad.into(store.endpoint())) {
        load.put(TASKS, now, now, slow, done -> {});
      }
      var consumer = startConsumer();
      startWorkers();
      await("the backlog runs").until(() -> !noisyRuns.isEmpty());

      var quiet =
          new IsolationBenchmark.PacedSchedule(api, QUIET, 20, Duration.ofMillis(500))
              .run("quiet", Duration.ofMillis(50L * QUIET_TASKS), Progress.NONE)
              .keySet();

      ProgressWait.observing("all of the quiet lambda", quietRuns::size)
          .until(() -> quietRuns.containsAll(quiet));
      ProgressWait.observing("enough of the backlog", noisyRuns::size)
          .until(() -> noisyRuns.size() >= RUN);
      var backlog =
          IsolationReport.Backlog.of(
              TASKS, 0, IsolationBenchmark.ConsumerFigures.read(uri(consumer)), QUIET_TASKS);
      assertThat(quiet).hasSize(QUIET_TASKS);
      assertThat(backlog.looks()).as("alarms rang while messages waited").isPositive();
      assertThat(backlog.pushesPerTask()).as("%s", backlog).isLessThanOrEqualTo(1.2);
      assertThat(backlog.released()).isLessThanOrEqualTo(noisyRuns.size() + QUEUE_DEPTH_MAX * 2L);
    }
  }

  private Service startConsumer() {
    var settings =
        stored()
            .with("ATF_POLL_INTERVAL", "200ms")
            .with("ATF_ENQUEUE_TIMEOUT", "400ms")
            .with("ATF_QUEUE_DEPTH_MAX", QUEUE_DEPTH_MAX);
    return start(
        StoreConsumerComponent.onAws(settings.over(StoreConsumerConfig.DEFAULTS)).service());
  }

  private void startWorkers() {
    var ofHsc = new Settings().withStore(store.endpoint()).with("ATF_SERVER_PORT", 0);
    var hsc = start(HscComponent.onAws(ofHsc.over(HscConfig.DEFAULTS)).service());
    var ofController =
        new Settings()
            .withQueue(queue.endpoint())
            .with("ATF_LAMBDAS", QUIET + "," + NoisyHandler.LAMBDA)
            .with("ATF_HSC_URI", uri(hsc))
            .with("ATF_RECEIVE_WAIT", "1s")
            .with("ATF_SERVER_PORT", 0);
    var controller =
        start(ControllerComponent.onAws(ofController.over(ControllerConfig.DEFAULTS)).service());
    var ofExecutor =
        new Settings()
            .with("ATF_CONTROLLER_URI", uri(controller))
            .with("ATF_HSC_URI", uri(hsc))
            .with("ATF_THREADS", 3)
            .with("ATF_NEXT_WORK_WAIT", "1s")
            .with("ATF_DRAIN_TIMEOUT", "1s")
            .over(ExecutorConfig.DEFAULTS);
    TaskHandler<byte[]> nothing =
        (payload, context) -> {
          quietRuns.add(context.taskId());
          return Outcome.success();
        };
    var slow = new NoisyHandler();
    TaskHandler<NoisyHandler.Work> noisy =
        (work, context) -> {
          noisyRuns.add(context.taskId());
          return slow.handle(work, context);
        };
    parts.push(Worker.builder(ofExecutor).handle(QUIET, byte[].class, nothing).start());
    parts.push(
        Worker.builder(ofExecutor)
            .handle(NoisyHandler.LAMBDA, NoisyHandler.Work.class, noisy)
            .start());
  }

  private Settings stored() {
    return new Settings()
        .withStore(store.endpoint())
        .withQueue(queue.endpoint())
        .with("ATF_SERVER_PORT", 0);
  }

  private Service start(Service service) {
    parts.push(service);
    service.start();
    return service;
  }

  private static String uri(Service service) {
    return "http://127.0.0.1:" + service.port();
  }
}
