package dev.atf.local.security;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.google.protobuf.util.JsonFormat;
import com.nimbusds.jose.JOSEException;
import dev.atf.local.ApiConnection;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.TokenIssuer;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Action;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ClaimTask;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.GetActivityRequest;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListLambdasRequest;
import dev.atf.protocol.v1.NoticeTarget;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.SetGateRequest;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.Subscription;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import dev.atf.testtime.TestTimeouts;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * Every call of the protocol, on the real services of one machine, with every kind of credentials
 * that must be refused.
 */
@Tag("system")
final class CallAuthorizationTest {
  private static final String MINE = "mine";
  private static final String THEIRS = "acme--theirs";
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @TempDir private static Path data;

  private static LocalCluster cluster;
  private static TokenForge forge;
  private static Map<String, String> bad = Map.of();
  private static String myTask = "";
  private static String theirTask = "";
  private static final Map<String, ManagedChannel> CHANNELS = new HashMap<>();

  @BeforeAll
  static void start() throws Exception {
    var options =
        LocalClusterOptions.builder()
            .data(data)
            .executors(Map.of("command", 1))
            .pollInterval(Duration.ofMillis(200))
            .issuer(TokenIssuer.of(data))
            .build();
    cluster = LocalCluster.start(options);
    forge = new TokenForge(data, InstantSource.system().instant());
    bad = forge.bad();
    CHANNELS.put("TaskService", channel(cluster.frontendUri()));
    CHANNELS.put("LambdaService", channel(cluster.frontendUri()));
    CHANNELS.put("PeriodicService", channel(cluster.frontendUri()));
    CHANNELS.put("OrderingService", channel(cluster.frontendUri()));
    CHANNELS.put("ConditionService", channel(cluster.frontendUri()));
    CHANNELS.put("JobService", channel(cluster.frontendUri()));
    CHANNELS.put("WorkerService", channel(cluster.frontendUri()));
    CHANNELS.put("EventService", channel(cluster.frontendUri()));
    CHANNELS.put("SubscriptionService", channel(cluster.frontendUri()));
    CHANNELS.put("RouteService", channel(cluster.frontendUri()));
    CHANNELS.put("ResourceService", channel(cluster.frontendUri()));
    CHANNELS.put("StagingService", channel(cluster.hscUri()));
    CHANNELS.put("HscService", channel(cluster.hscUri()));
    CHANNELS.put("StoreConsumerService", channel(cluster.storeConsumerUri()));
    CHANNELS.put("ControllerService", channel(cluster.controllerUri().orElseThrow()));
    myTask = registeredWithTask(forge.good("", TokenForge.ALL), MINE);
    theirTask = registeredWithTask(forge.good("acme", TokenForge.ALL), THEIRS);
  }

  @AfterAll
  static void stop() {
    CHANNELS.values().forEach(ManagedChannel::shutdownNow);
    cluster.close();
  }

  static Stream<ProtocolCall> calls() throws Exception {
    return ProtocolCall.all().stream();
  }

  static Stream<ProtocolCall> publicCalls() throws Exception {
    return calls().filter(ProtocolCall::isPublic);
  }

  @ParameterizedTest
  @MethodSource("calls")
  @Tag("B19")
  @Tag("T1")
  @Tag("T2")
  void rejectsBadCredentials(ProtocolCall call) throws Exception {
    for (var token : bad.entrySet()) {
      var refusal = call(call, token.getValue(), MINE, myTask);

      assertThat(refusal.getStatus().getCode()).as(token.getKey()).isEqualTo(Code.UNAUTHENTICATED);
      assertThat(RpcErrors.reasonOf(refusal)).as(token.getKey()).contains(reasonOf(token.getKey()));
      assertThat(refusal.getMessage()).doesNotContain("eyJ");
    }
  }

  @ParameterizedTest
  @MethodSource("publicCalls")
  @Tag("B19")
  @Tag("T1")
  void rejectsBadCredentialsOverHttp(ProtocolCall call) throws Exception {
    for (var token : bad.entrySet()) {
      var refusal = http(call, token.getValue());

      assertThat(refusal.statusCode()).as(token.getKey()).isEqualTo(401);
      assertThat(refusal.body()).as(token.getKey()).contains(reasonOf(token.getKey()).name());
      assertThat(refusal.headers().firstValue("www-authenticate")).isPresent();
    }
    assertThat(http(call, forge.good("", List.of())).statusCode()).isEqualTo(403);
  }

  @ParameterizedTest
  @MethodSource("calls")
  @Tag("E10.5")
  @Tag("T5")
  @Tag("T8")
  void rejectsCallersWithoutTheRight(ProtocolCall call) throws Exception {
    var others =
        Stream.of(Action.SCHEDULE, Action.READ, Action.CANCEL, Action.EXECUTE, Action.ADMIN)
            .filter(action -> !call.access().getActionsList().contains(action))
            .map(action -> action.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(","));
    var tokens =
        Map.of(
            "nothing", forge.good("", List.of()),
            "everything else", forge.good("", List.of(others + ":*")),
            "what is no grant", forge.good("", List.of("root", "*:*", "read")));

    for (var token : tokens.entrySet()) {
      var refusal = call(call, token.getValue(), MINE, myTask);
      assertThat(RpcErrors.reasonOf(refusal))
          .as(token.getKey())
          .contains(ErrorReason.ACTION_NOT_ALLOWED);
      assertThat(refusal.getStatus().getCode()).isEqualTo(Code.PERMISSION_DENIED);
    }
    if (!call.access().getAnswerIsFiltered()) {
      var elsewhere = forge.good("", List.of("schedule,read,cancel,execute,admin:min-*"));
      assertThat(RpcErrors.reasonOf(call(call, elsewhere, MINE, myTask)))
          .contains(ErrorReason.ACTION_NOT_ALLOWED);
    }
  }

  @ParameterizedTest
  @CsvSource({"mine, 403", "acme--theirs, 404"})
  @Tag("T16")
  void rejectsCallersWithoutTheRightBeforeTheirBody(String lambda, int status) throws Exception {
    var request =
        "POST /v1/lambdas/%s/tasks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
            .formatted(lambda, forge.good("", List.of("read:*")));
    try (var socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(cluster.frontendUri()).getPort())) {
      socket.setSoTimeout((int) TestTimeouts.STALL.toMillis());
      socket
          .getOutputStream()
          .write((request + "Content-Length: 16000000\r\n\r\n").getBytes(US_ASCII));

      var answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));

      assertThat(answer.readLine()).startsWith("HTTP/1.1 " + status);
    }
  }

  @ParameterizedTest
  @MethodSource("calls")
  @Tag("B19")
  @Tag("E1.5")
  @Tag("T7")
  void otherTenantsLookNonExistent(ProtocolCall call) throws Exception {
    if (call.access().getAnswerIsFiltered() || call.access().getEverywhere()) {
      return;
    }
    var nobodys = "0".repeat(theirTask.length());

    var fromInside = call(call, forge.good("acme", TokenForge.ALL), MINE, myTask);

    assertThat(fromInside.getStatus().getCode()).isEqualTo(Code.NOT_FOUND);
    for (var tenant : List.of("", "beta")) {
      var outsider = forge.good(tenant, TokenForge.ALL);
      var fromOutside = call(call, outsider, THEIRS, theirTask);
      var ofNothing = call(call, outsider, "acme--nothing", nobodys);
      assertThat(fromOutside.getStatus().getCode()).as(tenant).isEqualTo(Code.NOT_FOUND);
      assertThat(message(fromOutside, THEIRS, theirTask))
          .as(tenant)
          .isEqualTo(message(ofNothing, "acme--nothing", nobodys));
    }
  }

  @ParameterizedTest
  @MethodSource("calls")
  void aCallAboutAllLambdasIsForOperatorsOfAllTenants(ProtocolCall call) throws Exception {
    if (!call.access().getEverywhere()) {
      return;
    }
    for (var tenant : List.of("", "acme")) {
      var refusal = call(call, forge.good(tenant, TokenForge.ALL), MINE, myTask);

      assertThat(RpcErrors.reasonOf(refusal)).contains(ErrorReason.ACTION_NOT_ALLOWED);
    }
  }

  @Test
  @Tag("T7")
  void aTaskOfAnotherTenantIsNotRedrivenByALambdaOfOnesOwn() throws Exception {
    var nobodys = "0".repeat(theirTask.length());
    try (var api = api(forge.good("", TokenForge.ALL))) {
      var answer =
          api.tasks()
              .redriveTasks(
                  RedriveTasksRequest.newBuilder()
                      .setLambda(MINE)
                      .addTaskIds(theirTask)
                      .addTaskIds(nobodys)
                      .build());

      assertThat(answer.getRedriven()).isZero();
      assertThat(answer.getRefusedList())
          .extracting(refused -> refused.getError().getMessage().replace(refused.getTaskId(), "T"))
          .hasSize(2)
          .containsOnly(answer.getRefused(1).getError().getMessage().replace(nobodys, "T"));
    }
  }

  @ParameterizedTest
  @MethodSource("calls")
  void goesOnForWhoeverMay(ProtocolCall call) throws Exception {
    var lambda = "spare-" + call.name().toLowerCase(Locale.ROOT);
    boolean everywhere = call.access().getEverywhere();
    var on = everywhere ? "*" : call.access().getTask().isEmpty() ? lambda : MINE;
    var grants =
        List.of(
            call.access().getActionsList().stream()
                    .map(action -> action.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(","))
                + ":"
                + on);

    var answer = call(call, forge.good(everywhere ? "*" : "", grants), lambda, myTask);

    assertThat(answer.getStatus().getCode())
        .isNotIn(Code.UNAUTHENTICATED, Code.PERMISSION_DENIED, Code.UNIMPLEMENTED);
  }

  @Test
  @Tag("T7")
  void aListShowsWhatItsCallerMayRead() throws Exception {
    assertThat(listedTo(forge.good("", TokenForge.ALL))).contains(MINE).doesNotContain(THEIRS);
    assertThat(listedTo(forge.good("", List.of("read:command")))).containsExactly("command");
    assertThat(listedTo(forge.good("acme", TokenForge.ALL))).containsExactly(THEIRS);
    assertThat(listedTo(forge.good("*", TokenForge.ALL))).contains(MINE, THEIRS);
  }

  @Test
  @Tag("W7")
  void aWatcherIsToldOfWhatItMayReadAndNobodyElseIsLetIn() throws Exception {
    for (var token : bad.values()) {
      assertThat(get(cluster.frontendUri() + "/v1/events", token)).isEqualTo(401);
    }
    assertThat(get(cluster.frontendUri() + "/v1/events", forge.good("", List.of()))).isEqualTo(403);
    try (var api = api(forge.good("", TokenForge.ALL));
        var acme = api(forge.good("acme", TokenForge.ALL))) {
      var all = WatchTransitionsRequest.getDefaultInstance();
      var told = api.watching().watchTransitions(all);
      var acmeTold = acme.watching().watchTransitions(all);
      assertThat(told.next().hasHeartbeat()).isTrue();
      assertThat(acmeTold.next().hasHeartbeat()).isTrue();
      var theirs = ScheduleRequest.newBuilder().setLambda(THEIRS).build();
      var mine = ScheduleRequest.newBuilder().setLambda(MINE).build();

      acme.tasks().schedule(theirs);
      api.tasks().schedule(mine);

      assertThat(told.next().getTransition().getLambda()).isEqualTo(MINE);
      assertThat(acmeTold.next().getTransition().getLambda()).isEqualTo(THEIRS);
      assertThat(refusalOf(() -> api.watching().watchTransitions(of(THEIRS)).next()))
          .isEqualTo(Code.NOT_FOUND);
      assertThat(refusalOf(() -> api.events().getActivity(activityOf(THEIRS))))
          .isEqualTo(Code.NOT_FOUND);
    }
  }

  private static WatchTransitionsRequest of(String lambda) {
    return WatchTransitionsRequest.newBuilder().setLambda(lambda).build();
  }

  private static GetActivityRequest activityOf(String lambda) {
    return GetActivityRequest.newBuilder().setLambda(lambda).build();
  }

  @Test
  @Tag("T9")
  void nothingButHealthIsServedToStrangers() throws Exception {
    var services =
        List.of(
            cluster.frontendUri(),
            cluster.hscUri(),
            cluster.storeConsumerUri(),
            cluster.controllerUri().orElseThrow());
    for (var uri : services) {
      assertThat(get(uri + "/health", "")).isEqualTo(200);
      var paths =
          List.of(
              "/docs/", "/docs/specification.json", "/openapi.json", "/metrics", "/nowhere", "/");
      for (var path : paths) {
        assertThat(get(uri + path, "")).as(uri + path).isEqualTo(401);
      }
      assertThat(get(uri + "/health/../metrics", "")).isIn(400, 401);
      assertThat(get(uri + "/docs/", forge.good("", List.of()))).isEqualTo(200);
    }
  }

  @Test
  @Tag("T9")
  void metricsAreForThoseWhoMayReadTheLambdasOfAllTenants() throws Exception {
    var services =
        List.of(
            cluster.frontendUri(),
            cluster.hscUri(),
            cluster.storeConsumerUri(),
            cluster.controllerUri().orElseThrow());
    for (var uri : services) {
      for (var tenant : List.of("", "acme", "beta")) {
        assertThat(get(uri + "/metrics", forge.good(tenant, TokenForge.ALL)))
            .as(uri)
            .isEqualTo(403);
      }
      assertThat(get(uri + "/metrics", forge.good("*", List.of("read:command")))).isEqualTo(403);
      assertThat(get(uri + "/metrics", forge.good("*", List.of("execute:*")))).isEqualTo(403);
      assertThat(get(uri + "/metrics", forge.good("*", List.of("read:*")))).isEqualTo(200);
    }
  }

  @Test
  void aTaskRunsWithTheCredentialsOfItsWorkers() throws Exception {
    try (var api = api(forge.good("", List.of("schedule,read:command")))) {
      var payload = com.google.protobuf.Value.newBuilder();
      JsonFormat.parser().merge("{\"argv\":[\"true\"]}", payload);
      var task =
          api.tasks()
              .schedule(ScheduleRequest.newBuilder().setLambda("command").setJson(payload).build())
              .getTaskId();

      await()
          .until(
              () ->
                  api.tasks()
                      .getTask(GetTaskRequest.newBuilder().setTaskId(task).build())
                      .getStatus(),
              TaskStatus.SUCCESS::equals);
    }
  }

  @Test
  void childrenNeedTheRightsOfTheReportingExecutor() throws Exception {
    var execute = "execute:" + MINE;
    var every = String.join(",", "schedule", "read", "cancel", "execute", "admin");

    assertThat(reported(List.of(execute), MINE)).isEqualTo(TaskStatus.SUCCESS);
    assertThat(reported(List.of(execute), "command")).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(reported(List.of(execute, "execute,read,cancel,admin:command"), "command"))
        .isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(reported(List.of(execute, "schedule:command"), "command"))
        .isEqualTo(TaskStatus.SUCCESS);
    // A lambda of another tenant looks like a missing one, whatever the grants are.
    assertThat(reported(List.of(every + ":*"), THEIRS)).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(reported(List.of(every + ":*"), "nothing")).isEqualTo(TaskStatus.FATAL_FAILURE);
  }

  /** Returns the status of a task whose worker has these grants and reports such a child. */
  private static TaskStatus reported(List<String> grants, String childLambda) throws Exception {
    var plain = reported(grants, childLambda, AttemptResult.Success.Builder::addChildren);
    var joined =
        reported(
            grants,
            childLambda,
            (success, child) -> success.addJoinsBuilder().addChildren(child).setThen(child));
    assertThat(joined.getStatus())
        .as("children that a task waits for")
        .isEqualTo(plain.getStatus());
    if (plain.getStatus() == TaskStatus.FATAL_FAILURE) {
      assertThat(plain.getFailure().getCode()).isEqualTo("CHILD_REFUSED");
      assertThat(plain.getFailure().getMessage()).contains("lambda: " + childLambda);
    }
    return plain.getStatus();
  }

  private static Task reported(
      List<String> grants,
      String childLambda,
      BiConsumer<AttemptResult.Success.Builder, ScheduleRequest> add)
      throws Exception {
    try (var api = api(forge.good("", TokenForge.ALL))) {
      var of = ScheduleRequest.newBuilder().setLambda(MINE).build();
      var id = GetTaskRequest.newBuilder().setTaskId(api.tasks().schedule(of).getTaskId()).build();
      await().until(() -> api.tasks().getTask(id).getStatus(), TaskStatus.ENQUEUED::equals);
      var ref =
          AttemptRef.newBuilder()
              .setTaskId(id.getTaskId())
              .setEpoch(api.tasks().getTask(id).getEpoch())
              .setClaimId("0123456789abcdef")
              .build();
      var hsc = hsc(forge.good("", grants));
      var claimed =
          hsc.claimTasks(
              ClaimTasksRequest.newBuilder()
                  .setExecutorId("host-1:1")
                  .setLambda(MINE)
                  .addTasks(
                      ClaimTask.newBuilder()
                          .setTaskId(ref.getTaskId())
                          .setEpoch(ref.getEpoch())
                          .setClaimId(ref.getClaimId()))
                  .build());
      assertThat(claimed.getVerdictsCount()).isEqualTo(1);
      var success = AttemptResult.Success.newBuilder();
      add.accept(success, ScheduleRequest.newBuilder().setLambda(childLambda).build());
      var unused =
          hsc.setResults(
              SetResultsRequest.newBuilder()
                  .setExecutorId("host-1:1")
                  .setLambda(MINE)
                  .addResults(
                      AttemptResult.newBuilder()
                          .setAttemptRef(ref)
                          .setAttempt(1)
                          .setSuccess(success))
                  .build());
      return api.tasks().getTask(id);
    }
  }

  @Test
  @Tag("T7")
  void aTaskOfAnotherTenantIsClaimedAsNothingIs() throws Exception {
    var hsc = hsc(forge.good("", List.of("execute:*")));
    var reasons = new ArrayList<ClaimRefusal.Reason>();
    try (var acme = api(forge.good("acme", TokenForge.ALL))) {
      var id = GetTaskRequest.newBuilder().setTaskId(theirTask).build();
      var epoch = Math.max(1, acme.tasks().getTask(id).getEpoch());
      for (var task : List.of(theirTask, "0".repeat(theirTask.length()))) {
        var answer =
            hsc.claimTasks(
                ClaimTasksRequest.newBuilder()
                    .setExecutorId("host-1:1")
                    .setLambda(MINE)
                    .addTasks(
                        ClaimTask.newBuilder()
                            .setTaskId(task)
                            .setEpoch(epoch)
                            .setClaimId("0123456789abcdef"))
                    .build());
        reasons.add(answer.getVerdicts(0).getRefused().getReason());
      }
    }

    assertThat(reasons).containsOnly(ClaimRefusal.Reason.STALE);
  }

  private static HscServiceGrpc.HscServiceBlockingStub hsc(String token) {
    var headers = new Metadata();
    headers.put(
        Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
    return HscServiceGrpc.newBlockingStub(CHANNELS.get("HscService"))
        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  @Test
  @Tag("T12")
  void administrativeCallsAreWrittenDownWhateverComesOfThem() throws Exception {
    var log = (Logger) LoggerFactory.getLogger("atf.audit");
    var lines = new ListAppender<ILoggingEvent>();
    lines.start();
    log.addAppender(lines);
    try (var may = api(forge.good("", TokenForge.ALL));
        var mayNot = api(forge.good("", List.of("read:*")))) {
      var pause =
          SetGateRequest.newBuilder()
              .setLambda("command")
              .setCollection("audited")
              .setState(Gate.State.PAUSED)
              .setReason("line\nbreak \"quoted\"")
              .setBy("alice")
              .build();
      assertThat(may.lambdas().setGate(pause).getGatesList())
          .filteredOn(gate -> gate.getCollection().equals("audited"))
          .extracting(Gate::getBy)
          .containsExactly("somebody");
      var unused =
          may.subscriptions()
              .putSubscription(
                  Subscription.newBuilder()
                      .setName("audited")
                      .setLambda("mine-*")
                      .setTo(NoticeTarget.newBuilder().setLambda("command"))
                      .build());
      assertThat(refusalOf(() -> mayNot.lambdas().setGate(pause)))
          .isEqualTo(Code.PERMISSION_DENIED);
      may.lambdas().listLambdas(ListLambdasRequest.getDefaultInstance());
    } finally {
      log.detachAppender(lines);
    }

    var written =
        lines.list.stream()
            .map(ILoggingEvent::getFormattedMessage)
            .filter(line -> line.contains("audited"))
            .toList();
    assertThat(written)
        .containsExactly(
            "{\"principal\":\"somebody\",\"tenant\":\"\",\"call\":\"SetGate\",\"lambda\":\"command\",\"collection\":\"audited\",\"state\":\"PAUSED\",\"reason\":\"line\\n"
                + "break \\\"quoted\\\"\",\"outcome\":\"OK\"}",
            "{\"principal\":\"somebody\",\"tenant\":\"\",\"call\":\"PutSubscription\",\"lambda\":\"mine-*\",\"name\":\"audited\",\"to.lambda\":\"command\",\"outcome\":\"OK\"}",
            "{\"principal\":\"somebody\",\"tenant\":\"\",\"call\":\"SetGate\",\"lambda\":\"command\",\"collection\":\"audited\",\"state\":\"PAUSED\",\"reason\":\"line\\n"
                + "break \\\"quoted\\\"\",\"outcome\":\"PERMISSION_DENIED\","
                + "\"error\":\"ACTION_NOT_ALLOWED\"}");
  }

  private static ErrorReason reasonOf(String bad) {
    return switch (bad) {
      case "no token" -> ErrorReason.CREDENTIALS_MISSING;
      case "expired" -> ErrorReason.CREDENTIALS_EXPIRED;
      default -> ErrorReason.CREDENTIALS_INVALID;
    };
  }

  private static String message(StatusRuntimeException refusal, String lambda, String task) {
    return String.valueOf(refusal.getMessage()).replace(lambda, "L").replace(task, "T");
  }

  private static StatusRuntimeException call(
      ProtocolCall call, String token, String lambda, String task) {
    var channel = CHANNELS.get(call.service());
    return call.over(
        java.util.Objects.requireNonNull(channel, call.service()),
        token,
        call.request(lambda, task));
  }

  private static HttpResponse<String> http(ProtocolCall call, String token) throws Exception {
    var body =
        call.http().getBody().isEmpty()
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString("{}");
    var request =
        HttpRequest.newBuilder(URI.create(cluster.frontendUri() + call.path(MINE, myTask)))
            .timeout(TestTimeouts.STALL)
            .header("content-type", "application/json")
            .method(call.verb(), body);
    if (!token.isEmpty()) {
      request.header("authorization", "Bearer " + token);
    }
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }

  private static int get(String uri, String token) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(uri)).timeout(TestTimeouts.STALL);
    if (!token.isEmpty()) {
      request.header("authorization", "Bearer " + token);
    }
    return HTTP.send(request.build(), BodyHandlers.discarding()).statusCode();
  }

  private static List<String> listedTo(String token) {
    try (var api = api(token)) {
      return api
          .lambdas()
          .listLambdas(ListLambdasRequest.getDefaultInstance())
          .getLambdasList()
          .stream()
          .map(Lambda::getName)
          .toList();
    }
  }

  private static String registeredWithTask(String token, String lambda) {
    try (var api = api(token)) {
      api.lambdas().registerLambda(Lambda.newBuilder().setName(lambda).build());
      return api.tasks()
          .schedule(ScheduleRequest.newBuilder().setLambda(lambda).build())
          .getTaskId();
    }
  }

  private static Code refusalOf(org.assertj.core.api.ThrowableAssert.ThrowingCallable call)
      throws JOSEException {
    var thrown = org.assertj.core.api.Assertions.catchThrowable(call);
    return thrown instanceof StatusRuntimeException refusal
        ? refusal.getStatus().getCode()
        : Code.OK;
  }

  private static ApiConnection api(String token) {
    return ApiConnection.open(cluster.frontendUri(), TestTimeouts.STALL, Optional.of(token));
  }

  private static ManagedChannel channel(String uri) {
    var at = URI.create(uri);
    return OkHttpChannelBuilder.forAddress(at.getHost(), at.getPort()).usePlaintext().build();
  }
}
