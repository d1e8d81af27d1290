package dev.atf.local.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Value;
import com.sun.net.httpserver.HttpServer;
import dev.atf.local.ApiConnection;
import dev.atf.local.EngineKind;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.CancelTaskRequest;
import dev.atf.protocol.v1.ClaimTask;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.DeleteSubscriptionRequest;
import dev.atf.protocol.v1.ExplainTaskRequest;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.NoticeTarget;
import dev.atf.protocol.v1.OnFinish;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.SetGateRequest;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.Subscription;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.testtime.TestTimeouts;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that an end of a task makes one notice, whatever service ends it. */
@Tag("system")
final class SubscriptionTest {
  /** Nobody sends heartbeats for what the tests claim; on a busy machine that takes a while. */
  private static final com.google.protobuf.Duration LONG_LEASE =
      ProtoTimes.proto(Duration.ofMinutes(10));

  private static final String CLAIM = "00000000000000aa";
  private static final String EXECUTOR = "host-1:1:a";

  /** The shortest that holds the rule of leases, so that one ends soon. */
  private static final LeaseTimes SHORT =
      new LeaseTimes(
          Duration.ofMillis(900),
          Duration.ofMillis(100),
          Duration.ofMillis(300),
          1,
          Duration.ofMillis(50),
          Duration.ofMillis(100));

  /** Clusters without executors, which this class's tests share: each has lambdas of its own. */
  private static final Map<EngineKind, LocalCluster> CLUSTERS = new EnumMap<>(EngineKind.class);

  /** Lambda whose tasks end. */
  private String lambda = "";

  /** Lambda that gets the notices. */
  private String told = "";

  @AfterAll
  static void stop() {
    CLUSTERS.values().forEach(LocalCluster::close);
    CLUSTERS.clear();
  }

  @ParameterizedTest
  @EnumSource(
      value = EngineKind.class,
      names = {"EMBEDDED", "DYNAMODB_LOCAL"})
  @Tag("N1")
  void everyWayOfEndingMakesOneNotice(EngineKind engine) {
    var cluster = cluster(engine);
    try (var api = ApiConnection.open(cluster.frontendUri(), TestTimeouts.STALL)) {
      register(api, "ending", "ending-told");
      subscribe(api, "ends", lambda, NoticeTarget.newBuilder().setLambda(told));
      awaitKnown(cluster, api);
      api.lambdas()
          .registerLambda(
              Lambda.newBuilder()
                  .setName(lambda)
                  .setRetry(Lambda.Retry.newBuilder().setMaxAttempts(1))
                  .setLeaseTimeout(ProtoTimes.proto(Duration.ofSeconds(5)))
                  .build());

      var succeeded = runs(cluster, schedule(api, Duration.ZERO));
      succeed(cluster, succeeded);
      var expired = runs(cluster, schedule(api, Duration.ZERO));
      var cancelled = schedule(api, Duration.ofHours(1));
      api.tasks().cancelTask(CancelTaskRequest.newBuilder().setTaskId(cancelled).build());
      awaitEnd(api, expired);
      var dropped = schedule(api, Duration.ofSeconds(1));
      api.lambdas()
          .setGate(
              SetGateRequest.newBuilder().setLambda(lambda).setState(Gate.State.DROPPING).build());

      assertNotice(api, succeeded, TaskStatus.SUCCESS, "");
      assertNotice(api, expired, TaskStatus.FATAL_FAILURE, "ATTEMPTS_EXHAUSTED");
      assertNotice(api, cancelled, TaskStatus.CANCELLED, "CANCELLED");
      assertNotice(api, dropped, TaskStatus.FATAL_FAILURE, "DROPPED");
      assertThat(noticesOf(api, succeeded)).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = EngineKind.class,
      names = {"EMBEDDED", "DYNAMODB_LOCAL"})
  void aTaskTellsItsOwnEndIfItIsAskedTo(EngineKind engine) {
    var cluster = cluster(engine);
    try (var api = ApiConnection.open(cluster.frontendUri(), TestTimeouts.STALL)) {
      register(api, "asking", "asking-told");
      var wish =
          OnFinish.newBuilder()
              .setTo(
                  NoticeTarget.newBuilder()
                      .setLambda(told)
                      .setPriority("high")
                      .setContext(Value.newBuilder().setStringValue("order 7")));

      var asking = schedule(api, Duration.ZERO, wish.build());
      var silent = schedule(api, Duration.ZERO, wish.addStatuses(TaskStatus.CANCELLED).build());
      succeed(cluster, runs(cluster, asking));
      succeed(cluster, runs(cluster, silent));

      assertNotice(api, asking, TaskStatus.SUCCESS, "");
      var notice = noticesOf(api, asking).get(0);
      assertThat(notice.getPriority()).isEqualTo("high");
      assertThat(field(notice, "notice")).isEqualTo("onFinish");
      assertThat(field(notice, "context")).isEqualTo("order 7");
      await().until(() -> get(api, silent).hasFinishedAt());
      assertThat(noticesOf(api, silent)).isEmpty();
      assertThat(history(get(api, asking)))
          .contains("notice of onFinish: task " + notice.getTaskId());
      assertThat(
              api.tasks()
                  .explainTask(ExplainTaskRequest.newBuilder().setTaskId(asking).build())
                  .getReasonsList())
          .extracting(reason -> reason.getCode())
          .contains("NOTICE_MADE");
      assertThat(
              api.tasks()
                  .explainTask(
                      ExplainTaskRequest.newBuilder().setTaskId(notice.getTaskId()).build())
                  .getReasonsList())
          .extracting(reason -> reason.getCode())
          .contains("NOTICE_OF_TASK");
    }
  }

  @Test
  void aWebhookArrives() throws Exception {
    var bodies = new CopyOnWriteArrayList<String>();
    var headers = new CopyOnWriteArrayList<String>();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/hook",
        call -> {
          try (call) {
            headers.add(String.valueOf(call.getRequestHeaders().getFirst("X-Key")));
            bodies.add(
                call.getRequestMethod()
                    + " "
                    + new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            call.sendResponseHeaders(204, -1);
          }
        });
    server.start();
    try (var cluster =
            LocalCluster.start(
                options(EngineKind.EMBEDDED)
                    .lease(LeaseTimes.DEFAULT)
                    .executors(Map.of("http", 1))
                    .build());
        var api = ApiConnection.open(cluster.frontendUri(), TestTimeouts.STALL)) {
      lambda = "paint";
      register(api, lambda);
      var to =
          NoticeTarget.newBuilder()
              .setLambda("http")
              .setUrl("http://127.0.0.1:" + server.getAddress().getPort() + "/hook")
              .putHeaders("X-Key", "secret");
      var shown = subscribe(api, "hook", "pai*", to);
      assertThat(shown.getTo().getHeadersMap()).containsExactly(Map.entry("X-Key", "***"));
      awaitKnown(cluster, api);

      var task = schedule(api, Duration.ofHours(1));
      api.tasks().cancelTask(CancelTaskRequest.newBuilder().setTaskId(task).build());

      await().until(() -> bodies.stream().anyMatch(body -> body.contains(task)));
      assertThat(bodies.stream().filter(body -> body.contains(task)).findFirst().orElseThrow())
          .startsWith("POST {\"notice\":\"hook\"")
          .contains("\"lambda\":\"paint\"")
          .contains("\"status\":\"CANCELLED\"")
          .contains("\"failureCode\":\"CANCELLED\"");
      assertThat(headers).containsOnly("secret");
    } finally {
      server.stop(0);
    }
  }

  @Test
  @Tag("N5")
  void aSubscriptionThatWouldGoInCirclesIsRefused() {
    var cluster = cluster(EngineKind.EMBEDDED);
    try (var api = ApiConnection.open(cluster.frontendUri(), TestTimeouts.STALL)) {
      register(api, "paint", "told");
      register(api, "third");
      subscribe(api, "first", "paint", NoticeTarget.newBuilder().setLambda("told"));
      subscribe(api, "second", "told", NoticeTarget.newBuilder().setLambda("third"));

      assertThatThrownBy(
              () -> subscribe(api, "own", "paint", NoticeTarget.newBuilder().setLambda("paint")))
          .isInstanceOf(StatusRuntimeException.class)
          .hasMessageContaining("to.lambda: paint (expected: a lambda whose notices do not come")
          .hasMessageContaining("from paint to paint");
      assertThatThrownBy(
              () -> subscribe(api, "back", "thi*", NoticeTarget.newBuilder().setLambda("paint")))
          .hasMessageContaining("from thi* to paint to told to third");
      assertThatThrownBy(
              () -> subscribe(api, "none", "paint", NoticeTarget.newBuilder().setLambda("gone")))
          .hasMessageContaining("to.lambda: gone (expected: a registered lambda");
      assertThatThrownBy(
              () ->
                  subscribe(
                      api,
                      "hook",
                      "paint",
                      NoticeTarget.newBuilder().setLambda("told").setUrl("http://a/")))
          .hasMessageContaining("to.url: given (expected: none, but for the lambda http)");
      api.subscriptions()
          .deleteSubscription(DeleteSubscriptionRequest.newBuilder().setName("second").build());
      subscribe(api, "back", "thi*", NoticeTarget.newBuilder().setLambda("paint"));
      for (int more = 0; more < 3; more++) {
        subscribe(api, "more" + more, "paint", NoticeTarget.newBuilder().setLambda("told"));
      }
      assertThatThrownBy(
              () -> subscribe(api, "fifth", "pai*", NoticeTarget.newBuilder().setLambda("told")))
          .hasMessageContaining("at most 4 subscriptions about one lambda");
    }
  }

  private static LocalCluster cluster(EngineKind engine) {
    return CLUSTERS.computeIfAbsent(engine, kind -> LocalCluster.start(options(kind).build()));
  }

  private static dev.atf.local.LocalClusterOptionsBuilder options(EngineKind engine) {
    return LocalClusterOptions.builder()
        .engine(engine)
        .lease(SHORT)
        .pollInterval(Duration.ofMillis(200));
  }

  /** Registers the lambdas of one test. */
  private void register(ApiConnection api, String lambda, String told) {
    this.lambda = lambda;
    this.told = told;
    register(api, lambda);
    register(api, told);
  }

  private static void register(ApiConnection api, String lambda) {
    var unused =
        api.lambdas()
            .registerLambda(
                Lambda.newBuilder().setName(lambda).setLeaseTimeout(LONG_LEASE).build());
  }

  private static Subscription subscribe(
      ApiConnection api, String name, String lambda, NoticeTarget.Builder to) {
    return api.subscriptions()
        .putSubscription(
            Subscription.newBuilder().setName(name).setLambda(lambda).setTo(to).build());
  }

  /** Waits until each service knows the subscriptions: those that end tasks differ. */
  private void awaitKnown(LocalCluster cluster, ApiConnection api) {
    await()
        .until(
            () -> {
              var task = schedule(api, Duration.ofHours(1));
              api.tasks().cancelTask(CancelTaskRequest.newBuilder().setTaskId(task).build());
              return history(get(api, task)).stream().anyMatch(line -> line.contains("notice of"));
            });
    await()
        .until(
            () -> {
              var task = runs(cluster, schedule(api, Duration.ZERO));
              succeed(cluster, task);
              return history(get(api, task)).stream().anyMatch(line -> line.contains("notice of"));
            });
  }

  private String schedule(ApiConnection api, Duration delay) {
    return schedule(api, delay, OnFinish.getDefaultInstance());
  }

  private String schedule(ApiConnection api, Duration delay, OnFinish wish) {
    var request =
        ScheduleRequest.newBuilder()
            .setLambda(lambda)
            .setDelay(dev.atf.protocol.ProtoTimes.proto(delay));
    if (wish.hasTo()) {
      request.setOnFinish(wish);
    }
    return api.tasks().schedule(request.build()).getTaskId();
  }

  /** Claims a task, as soon as it is ready. */
  private String runs(LocalCluster cluster, String task) {
    var claim =
        ClaimTasksRequest.newBuilder()
            .setExecutorId(EXECUTOR)
            .setLambda(lambda)
            .addTasks(ClaimTask.newBuilder().setTaskId(task).setEpoch(1).setClaimId(CLAIM))
            .build();
    withHsc(
        cluster, hsc -> repeated().until(() -> hsc.claimTasks(claim).getVerdicts(0).hasClaimed()));
    return task;
  }

  private void succeed(LocalCluster cluster, String task) {
    var attempt = AttemptRef.newBuilder().setTaskId(task).setEpoch(1).setClaimId(CLAIM);
    var results =
        SetResultsRequest.newBuilder()
            .setExecutorId(EXECUTOR)
            .setLambda(lambda)
            .addResults(
                AttemptResult.newBuilder()
                    .setAttemptRef(attempt)
                    .setAttempt(1)
                    .setSuccess(AttemptResult.Success.getDefaultInstance()))
            .build();
    withHsc(
        cluster,
        hsc -> {
          var verdict = repeated().until(() -> hsc.setResults(results).getVerdicts(0), any -> true);
          assertThat(verdict.getStatus()).isEqualTo(TaskStatus.SUCCESS);
        });
  }

  /** Repeats a call that the store did not answer in time, as executors do. */
  private static ConditionFactory repeated() {
    return await()
        .atMost(TestTimeouts.STALL)
        .ignoreExceptionsMatching(e -> Status.fromThrowable(e).getCode() == Code.UNAVAILABLE);
  }

  private static void withHsc(
      LocalCluster cluster,
      java.util.function.Consumer<HscServiceGrpc.HscServiceBlockingStub> calls) {
    var uri = URI.create(cluster.hscUri());
    ManagedChannel channel =
        ManagedChannelBuilder.forAddress(uri.getHost(), uri.getPort()).usePlaintext().build();
    try {
      calls.accept(HscServiceGrpc.newBlockingStub(channel));
    } finally {
      channel.shutdownNow();
    }
  }

  private static Task get(ApiConnection api, String task) {
    return api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(task).build());
  }

  private static void awaitEnd(ApiConnection api, String task) {
    await().atMost(TestTimeouts.STALL).until(() -> get(api, task).hasFinishedAt());
  }

  private void assertNotice(ApiConnection api, String task, TaskStatus status, String code) {
    await().atMost(TestTimeouts.STALL).until(() -> !noticesOf(api, task).isEmpty());
    var notices = noticesOf(api, task);
    assertThat(notices).hasSize(1);
    var notice = notices.get(0);
    assertThat(notice.getNotice().getStatus()).isEqualTo(status);
    assertThat(field(notice, "status")).isEqualTo(status.name());
    assertThat(field(notice, "taskId")).isEqualTo(task);
    assertThat(field(notice, "lambda")).isEqualTo(lambda);
    assertThat(field(notice, "failureCode")).isEqualTo(code);
  }

  private static String field(Task notice, String name) {
    return notice
        .getJson()
        .getStructValue()
        .getFieldsOrDefault(name, Value.getDefaultInstance())
        .getStringValue();
  }

  private List<Task> noticesOf(ApiConnection api, String task) {
    return api
        .tasks()
        .listTasks(ListTasksRequest.newBuilder().setLambda(told).setPageSize(1_000).build())
        .getTasksList()
        .stream()
        .filter(notice -> notice.getNotice().getTaskId().equals(task))
        .map(notice -> get(api, notice.getTaskId()))
        .toList();
  }

  private static List<String> history(Task task) {
    return task.getHistoryList().stream().map(entry -> entry.getDetail()).toList();
  }
}
