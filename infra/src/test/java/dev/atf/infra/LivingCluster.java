package dev.atf.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Duration;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import dev.atf.local.ApiConnection;
import dev.atf.local.EngineKind;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.UpEnvironment;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.CancelTaskRequest;
import dev.atf.protocol.v1.Condition;
import dev.atf.protocol.v1.ExplainTaskRequest;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.GetPeriodicRequest;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListConditionsRequest;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.RescheduleTaskRequest;
import dev.atf.protocol.v1.RunTaskNowRequest;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.SetGateRequest;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import dev.atf.testtime.TestTimeouts;
import dev.atf.worker.ChildJvm;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The real services on DynamoDB Local and ElasticMQ, which count their requests to both, after one
 * run through the whole public API. Test classes that are extended with {@link Shared} share one.
 */
public final class LivingCluster implements AutoCloseable {
  /** Gives tests the one cluster of this JVM, which ends after all of them. */
  public static final class Shared implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == LivingCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.GLOBAL)
          .getOrComputeIfAbsent(
              LivingCluster.class, key -> new LivingCluster(), LivingCluster.class);
    }
  }

  private static final String LAMBDA = "command";
  private static final String LABEL = "order";

  private final LocalCluster cluster;
  private final ApiConnection api;

  private LivingCluster() {
    this.cluster =
        LocalCluster.start(
            LocalClusterOptions.builder()
                .executors(Map.of(LAMBDA, 1, BlockingWorker.LAMBDA, 1))
                .command(ChildJvm.running(BlockingWorker.class.getName(), LAMBDA))
                .pollInterval(java.time.Duration.ofMillis(200))
                .engine(EngineKind.DYNAMODB_LOCAL)
                .environment(UpEnvironment.of(Map.of("ATF_ENQUEUE_TIMEOUT", "1s")))
                .build());
    this.api = ApiConnection.open(cluster.frontendUri(), TestTimeouts.STALL);
    try {
      live();
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  public String uri(String component) {
    return switch (component) {
      case "frontend" -> cluster.frontendUri();
      case "store-consumer" -> cluster.storeConsumerUri();
      case "hsc" -> cluster.hscUri();
      case "worker" -> cluster.controllerUri().orElseThrow();
      default -> throw new IllegalArgumentException(component);
    };
  }

  /** Makes every call of the public API, and lets tasks end in every way. */
  private void live() {
    register(
        Lambda.newBuilder()
            .setName(LAMBDA)
            .setMaxRunning(2)
            .setFairness(Lambda.Fairness.newBuilder().setRunningMaxPerKey(1))
            .addIndexedLabels(LABEL)
            .setCanary(Lambda.Canary.newBuilder().setEvery(seconds(5)).setJson(command("true")))
            .setRetry(
                dev.atf.protocol.v1.Lambda.Retry.newBuilder()
                    .setMaxAttempts(1)
                    .setInitialBackoff(seconds(1))
                    .setMaxBackoff(seconds(1))
                    .setMultiplier(1))
            .setHistory(Lambda.History.ALL));
    var good = schedule(command("echo", "well"), 0, "once");
    schedule(command("echo", "well"), 0, "once");
    api.tasks()
        .schedule(
            ScheduleRequest.newBuilder()
                .setLambda(LAMBDA)
                .setJson(command("true"))
                .setFairnessKey("acme")
                .build());
    var large = schedule(command("seq", "1", "4000"), 0, "");
    var bad = schedule(command("false"), 0, "");
    var later = schedule(command("true"), 3600, "");
    var soon = schedule(command("true"), 1, "");
    var behind = schedule(command("true"), 1, "", "held");
    batch();
    awaitStatus(good, TaskStatus.SUCCESS);
    awaitStatus(large, TaskStatus.SUCCESS);
    awaitStatus(soon, TaskStatus.SUCCESS);
    awaitStatus(behind, TaskStatus.SUCCESS);
    awaitStatus(bad, TaskStatus.FATAL_FAILURE);
    gate(Gate.State.PAUSED);
    gate(Gate.State.OPEN);
    for (var state : List.of("pending", "dead", "done")) {
      api.tasks()
          .listTasks(ListTasksRequest.newBuilder().setLambda(LAMBDA).setState(state).build());
    }
    var found =
        api.tasks()
            .listTasks(
                ListTasksRequest.newBuilder()
                    .setLambda(LAMBDA)
                    .addLabel(LABEL + "=7")
                    .addLabel("shop=north")
                    .build());
    assertThat(found.getTasksCount()).isEqualTo(1);
    api.tasks().explainTask(ExplainTaskRequest.newBuilder().setTaskId(later).build());
    api.tasks()
        .rescheduleTask(
            RescheduleTaskRequest.newBuilder()
                .setTaskId(later)
                .setScheduledAt(in(java.time.Duration.ofHours(2)))
                .build());
    api.tasks().runTaskNow(RunTaskNowRequest.newBuilder().setTaskId(later).build());
    awaitStatus(later, TaskStatus.SUCCESS);
    api.tasks().redriveTasks(RedriveTasksRequest.newBuilder().setLambda(LAMBDA).build());
    var cancelled = schedule(command("true"), 3600, "");
    api.tasks().cancelTask(CancelTaskRequest.newBuilder().setTaskId(cancelled).build());
    LivingPlans.live(api, LAMBDA, command("true"), command("seq", "1", "4000"), command("false"));
    blocked();
    awaitCanary();
    awaitBacklog();
    api.lambdas().getLambda(GetLambdaRequest.newBuilder().setLambda(LAMBDA).build());
    api.lambdas().listLambdas(ListLambdasRequest.getDefaultInstance());
    api.events().watchTransitions(WatchTransitionsRequest.getDefaultInstance()).next();
  }

  private void register(Lambda.Builder lambda) {
    api.lambdas().registerLambda(lambda.build());
  }

  private void gate(Gate.State state) {
    api.lambdas()
        .setGate(
            SetGateRequest.newBuilder()
                .setLambda(LAMBDA)
                .setCollection("held")
                .setState(state)
                .build());
  }

  private void batch() {
    api.tasks()
        .scheduleBatch(
            ScheduleBatchRequest.newBuilder()
                .setLambda(LAMBDA)
                .addTasks(
                    ScheduleRequest.newBuilder()
                        .setJson(command("true"))
                        .putLabels(LABEL, "7")
                        .putLabels("shop", "north"))
                .addTasks(ScheduleRequest.newBuilder().setJson(command("true")))
                .build());
  }

  /** Has a task wait for a condition; returns when that has cleared, and has released it. */
  private void blocked() {
    register(Lambda.newBuilder().setName(BlockingWorker.LAMBDA));
    var task =
        api.tasks()
            .schedule(ScheduleRequest.newBuilder().setLambda(BlockingWorker.LAMBDA).build())
            .getTaskId();
    awaitStatus(task, TaskStatus.SUCCESS);
    var conditions = ListConditionsRequest.newBuilder().setLambda(BlockingWorker.LAMBDA).build();
    await()
        .atMost(TestTimeouts.STALL)
        .until(
            () ->
                api.conditions().listConditions(conditions).getConditions(0).getPhase()
                    == Condition.Phase.CLEAR);
  }

  private String schedule(Value command, int seconds, String key) {
    return schedule(command, seconds, key, "");
  }

  private String schedule(Value command, int seconds, String key, String collection) {
    var request =
        ScheduleRequest.newBuilder()
            .setLambda(LAMBDA)
            .setJson(command)
            .setDelay(seconds(seconds))
            .setCollection(collection);
    if (!key.isEmpty()) {
      request.setIdempotencyKey(key);
    }
    return api.tasks().schedule(request.build()).getTaskId();
  }

  private void awaitStatus(String task, TaskStatus status) {
    var request = GetTaskRequest.newBuilder().setTaskId(task).build();
    await()
        .atMost(TestTimeouts.STALL)
        .until(() -> api.tasks().getTask(request).getStatus() == status);
  }

  /** Waits until one has had its verdict: it is there when the second is made. */
  private void awaitCanary() {
    var request = GetPeriodicRequest.newBuilder().setLambda(LAMBDA).setName("atf-canary").build();
    await().atMost(TestTimeouts.STALL).until(() -> api.periodic().get(request).getFiredCount() > 1);
  }

  /** Waits until the store consumer has reported the backlog of lambdas, as it does every 30 s. */
  private void awaitBacklog() {
    await()
        .atMost(TestTimeouts.STALL)
        .until(
            () ->
                Scraped.of(uri("store-consumer")).stream()
                    .anyMatch(metric -> metric.name().equals("atf_consumer_backlog")));
  }

  private static Value command(String... argv) {
    var list = com.google.protobuf.ListValue.newBuilder();
    for (var word : argv) {
      list.addValues(Value.newBuilder().setStringValue(word));
    }
    return Value.newBuilder()
        .setStructValue(
            Struct.newBuilder().putFields("argv", Value.newBuilder().setListValue(list).build()))
        .build();
  }

  private static Timestamp in(java.time.Duration time) {
    return ProtoTimes.proto(InstantSource.system().instant().plus(time));
  }

  private static Duration seconds(int seconds) {
    return Duration.newBuilder().setSeconds(seconds).build();
  }

  @Override
  public void close() {
    api.close();
    cluster.close();
  }
}
