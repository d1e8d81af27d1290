package dev.atf.local.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Message;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.TokenIssuer;
import dev.atf.model.LambdaName;
import dev.atf.model.origin.OrderingKey;
import dev.atf.plans.row.PlanId;
import dev.atf.protocol.v1.Action;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.DescribeLambdasResponse;
import dev.atf.protocol.v1.WorkerAnswer;
import dev.atf.protocol.v1.WorkerId;
import dev.atf.protocol.v1.WorkerLambda;
import dev.atf.protocol.v1.WorkerReport;
import dev.atf.testtime.TestTimeouts;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.okhttp.OkHttpChannelBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every text field of every call, filled with each name, id and token of another tenant. A caller
 * with all rights on the lambdas of its own tenant is answered as about something that does not
 * exist, and what the other tenant has stays as it is.
 */
@Tag("system")
final class CrossTenantTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final String VICTIM = "acme--pay";
  private static final String OWN = "globex--x";
  private static final String NOTICES = "globex--notices";
  private static final String KEY = "customer-1";
  private static final String PLACE = "acme-host";

  @TempDir private static Path data;

  private static LocalCluster cluster;
  private static TokenForge forge;
  private static final Map<String, ManagedChannel> CHANNELS = new HashMap<>();

  /** What the victim has, and something of the same form that nobody has. */
  private static final Map<String, String> VALUES = new LinkedHashMap<>();

  /** The same of page tokens. */
  private static final Map<String, String> TOKENS = new LinkedHashMap<>();

  private static final List<String> TASKS = new ArrayList<>();

  private String ownTask = "";

  @BeforeAll
  static void start() throws Exception {
    cluster =
        LocalCluster.start(
            LocalClusterOptions.builder().data(data).issuer(TokenIssuer.of(data)).build());
    forge = new TokenForge(data, InstantSource.system().instant());
    CHANNELS.put("StagingService", channel(cluster.hscUri()));
    CHANNELS.put("HscService", channel(cluster.hscUri()));
    CHANNELS.put("StoreConsumerService", channel(cluster.storeConsumerUri()));
    CHANNELS.put("", channel(cluster.frontendUri()));
    victim("PUT", "/v1/lambdas/" + VICTIM, "{\"indexedLabels\":[\"run\"]}");
    pause(forge.good("acme-admin", "acme", TokenForge.ALL), VICTIM);
    var tasks = "/v1/lambdas/" + VICTIM + "/tasks";
    for (int i = 0; i < 3; i++) {
      TASKS.add(taskId(victim("POST", tasks, task(",\"orderingKey\":\"" + KEY + "\""))));
    }
    TASKS.add(taskId(victim("POST", tasks, task(",\"idempotencyKey\":\"acme-once\""))));
    victim(
        "POST",
        "/v1/jobs",
        "{\"name\":\"acme-job-1\",\"steps\":[{\"name\":\"a\",\"lambda\":\"%s\",\"json\":{}}]}"
            .formatted(VICTIM));
    victim(
        "POST",
        "/v1/lambdas/" + VICTIM + "/periodic",
        "{\"name\":\"acme-nightly\",\"schedule\":{\"every\":\"86400s\"},\"json\":{}}");
    victim("PUT", "/v1/lambdas/acme--notices", "{}");
    victim(
        "PUT",
        "/v1/subscriptions/acme--over",
        "{\"lambda\":\"%s\",\"to\":{\"lambda\":\"acme--notices\"}}".formatted(VICTIM));
    victim("PUT", "/v1/routes/acme--route", "{\"default\":\"%s\"}".formatted(VICTIM));
    assertThat(report().getOrder()).isEqualTo(WorkerAnswer.Order.NONE);
    await()
        .until(
            () ->
                victim("GET", "/v1/lambdas/" + VICTIM + "/jobs/acme-job-1", "")
                    .toString()
                    .contains("STEP_RUNNING"));

    VALUES.put(VICTIM, "acme--pax");
    VALUES.put(TASKS.get(0), TASKS.get(0).substring(0, 24) + "01234567");
    VALUES.put(KEY, "customer-9");
    VALUES.put("acme-once", "acme-oncx");
    VALUES.put("acme-job-1", "acme-job-9");
    VALUES.put("acme-nightly", "acme-nightlx");
    VALUES.put("acme--over", "acme--ovex");
    VALUES.put("acme--route", "acme--routx");
    VALUES.put(PLACE, "acme-hosx");
    VALUES.put("acmeinstance", "acmeinstancx");
    for (var begun : List.of("", "9999999999999.")) {
      TOKENS.put(begun + waitingFrom(KEY), begun + waitingFrom("customer-9"));
    }
    for (var list : List.of("tasks?state=any", "tasks?state=waiting", "tasks?label=run%3D7")) {
      var page = victim("GET", "/v1/lambdas/" + VICTIM + "/" + list + "&pageSize=1", "");
      assertThat(page.path("nextPageToken").asText()).as(list).isNotEmpty();
      var token = page.path("nextPageToken").asText();
      TOKENS.put(token, encoded(decoded(token).replace(VICTIM, "acme--pax")));
    }
  }

  /** Keeps tasks as they are: what is compared does not move by itself. */
  private static void pause(String token, String lambda) throws Exception {
    send(token, "POST", "/v1/lambdas/" + lambda + ":setGate", "{\"state\":\"PAUSED\"}");
  }

  private static String task(String more) {
    return "{\"delay\":\"86400s\",\"labels\":{\"run\":\"7\"}" + more + "}";
  }

  private static String taskId(JsonNode scheduled) {
    return scheduled.path("taskId").asText();
  }

  /** Returns a token of the caller's own waiting tasks that begins in a key of the victim. */
  private static String waitingFrom(String key) {
    var id = PlanId.of(new LambdaName(VICTIM), new OrderingKey(key)).value();
    return encoded(String.join("|", "1", OWN, "waiting", "", OWN + "/order/0~!", "0", id));
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String token) {
    return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
  }

  @AfterAll
  static void stop() {
    CHANNELS.values().forEach(ManagedChannel::shutdownNow);
    cluster.close();
  }

  @BeforeEach
  void registerOwn() throws Exception {
    var token = forge.good("globex-admin", "globex", TokenForge.ALL);
    send(token, "PUT", "/v1/lambdas/" + OWN, "{}");
    send(token, "PUT", "/v1/lambdas/" + NOTICES, "{}");
    pause(token, OWN);
    ownTask = taskId(send(token, "POST", "/v1/lambdas/" + OWN + "/tasks", task("")));
  }

  static Stream<ProtocolCall> calls() throws Exception {
    // The controller, which holds no data, answers to the executors of its host.
    return ProtocolCall.all().stream().filter(call -> !call.service().equals("ControllerService"));
  }

  @ParameterizedTest
  @MethodSource("calls")
  @Tag("T7")
  void nothingOfAnotherTenantIsShownOrChanged(ProtocolCall call) throws Exception {
    var before = state();
    var token = forge.good("globex-admin", "globex", TokenForge.ALL);
    for (var path : call.texts()) {
      var values = new LinkedHashMap<>(VALUES);
      if (path.endsWith("page_token")) {
        values.putAll(TOKENS);
      }
      for (var value : values.entrySet()) {
        // A call may change what is the caller's own, and the next one sees it.
        var first = answer(call, token, path, value.getValue());
        var ofVictim = answer(call, token, path, value.getKey());
        var ofNobody = ofVictim.equals(first) ? first : answer(call, token, path, value.getValue());

        var field = call.name() + " " + path;
        assertThat(ofVictim).as("%s: %s", field, value.getKey()).isEqualTo(ofNobody);
        assertThat(ofVictim).as(field).doesNotContain(TASKS).doesNotContain("acme-machine");
      }
    }
    assertThat(state()).isEqualTo(before);
  }

  static Stream<ProtocolCall> publicCalls() throws Exception {
    return ProtocolCall.all().stream().filter(ProtocolCall::isPublic);
  }

  @ParameterizedTest
  @MethodSource("publicCalls")
  @Tag("T7")
  void nothingOfAnotherTenantIsShownOrChangedOverHttp(ProtocolCall call) throws Exception {
    var before = state();
    var task = TASKS.get(0);
    var nobodys = task.substring(0, 24) + "01234567";
    var callers =
        Map.of(
            "admin of another tenant", forge.good("globex-admin", "globex", TokenForge.ALL),
            "reader of another tenant", forge.good("globex-reader", "globex", List.of("read:*")),
            "admin without a tenant", forge.good("ours-admin", "", TokenForge.ALL));
    for (var caller : callers.entrySet()) {
      var ofVictim = http(call, caller.getValue(), call.path(VICTIM, task));
      var ofNobody = http(call, caller.getValue(), call.path("acme--pax", nobodys));

      assertThat(ofVictim.replace(VICTIM, "L").replace(task, "T"))
          .as(caller.getKey())
          .isEqualTo(ofNobody.replace("acme--pax", "L").replace(nobodys, "T"))
          .doesNotContain("acme--");
      if (!call.access().getAnswerIsFiltered()) {
        assertThat(ofVictim).as(caller.getKey()).doesNotStartWith("200");
      }
    }
    assertThat(http(call, "", call.path(VICTIM, task))).startsWith("401");
    if (!call.access().getActionsList().contains(Action.READ)) {
      var reader = forge.good("acme-reader", "acme", List.of("read:*"));
      assertThat(http(call, reader, call.path(VICTIM, task))).doesNotStartWith("200");
    }
    assertThat(state()).isEqualTo(before);
  }

  /** Returns the status and the body of an answer. */
  private static String http(ProtocolCall call, String token, String path) throws Exception {
    var body = call.http().getBody().isEmpty() ? "" : "{}";
    var answer = HTTP.send(request(token, call.verb(), path, body), BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.body().replaceAll("[0-9]{4}-[0-9T:.-]+Z", "TIME");
  }

  /** Returns the answer without what differs from call to call, and without the value itself. */
  private String answer(ProtocolCall call, String token, String path, String value) {
    var channel = CHANNELS.getOrDefault(call.service(), CHANNELS.get(""));
    var request = ProtocolCall.with(request(call), path, value);
    var text = text(call, Objects.requireNonNull(channel), token, request);
    // Messages cut long values off.
    for (int length = value.length(); length > 8; length--) {
      text = text.replace(value.substring(0, length), "V");
    }
    return text.replaceAll("next_page_token: .*|\\s+nanos: .*", "")
        .replaceAll("[0-9a-f]{16,}", "ID")
        .replaceAll("[0-9]+", "N");
  }

  /** Returns a request about what is the caller's own, as whole as its answer depends on. */
  private Message request(ProtocolCall call) {
    var own = call.request(OWN, ownTask);
    var more =
        switch (call.name()) {
          case "DescribeLambdas" ->
              Map.of(
                  "report.worker.place", "globex-host", "report.worker.instance", "globexinstance");
          case "ListTasks" -> Map.of("state", "waiting");
          case "CancelTasks", "RunTasksNow" -> Map.of("filter.state", "waiting");
          case "PutRoute" -> Map.of("name", "globex--route", "default", OWN);
          case "PutSubscription" ->
              Map.of("name", "globex--ends", "lambda", OWN, "to.lambda", NOTICES);
          default -> Map.<String, String>of();
        };
    if (own instanceof DescribeLambdasRequest describe) {
      own = describe.toBuilder().clearRefusals().clearWorkers().build();
    }
    for (var field : more.entrySet()) {
      own = ProtocolCall.with(own, field.getKey(), field.getValue());
    }
    return own;
  }

  private static String text(
      ProtocolCall call, ManagedChannel channel, String token, Message request) {
    try {
      return call.answer(channel, token, request).toString();
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode() + ": " + e.getStatus().getDescription();
    }
  }

  /** Returns all that the victim has, as its owner reads it. */
  private static List<String> state() throws Exception {
    var lambda = "/v1/lambdas/" + VICTIM;
    var state = new ArrayList<String>();
    for (var path :
        List.of(
            lambda,
            lambda + "/tasks?state=any",
            lambda + "/tasks?state=waiting",
            lambda + "/keys:get?key=" + KEY,
            lambda + "/jobs/acme-job-1",
            lambda + "/periodic/acme-nightly",
            "/v1/subscriptions/acme--over",
            "/v1/routes/acme--route")) {
      var read = (ObjectNode) victim("GET", path, "");
      // What passes by itself.
      read.remove(List.of("live", "nextFires"));
      state.add(read.toString());
    }
    for (var task : TASKS) {
      state.add(victim("GET", "/v1/tasks/" + task, "").toString());
    }
    state.add(report().getOrder().toString());
    return state;
  }

  /** Reports as the victim's worker host. */
  private static WorkerAnswer report() throws Exception {
    var token = forge.good("acme-workers", "acme", List.of("execute:acme--*"));
    var call =
        ProtocolCall.all().stream()
            .filter(one -> one.name().equals("DescribeLambdas"))
            .findFirst()
            .orElseThrow();
    var request =
        DescribeLambdasRequest.newBuilder()
            .addLambdas(VICTIM)
            .setReport(
                WorkerReport.newBuilder()
                    .setWorker(WorkerId.newBuilder().setPlace(PLACE).setInstance("acmeinstance"))
                    .setHost("acme-machine")
                    .setNamed(true)
                    .setAcknowledged(true)
                    .setChecked(true)
                    .addLambdas(WorkerLambda.newBuilder().setLambda(VICTIM).setProcesses(1)))
            .build();
    var channel = Objects.requireNonNull(CHANNELS.get("HscService"));
    return ((DescribeLambdasResponse) call.answer(channel, token, request)).getWorker();
  }

  private static JsonNode victim(String verb, String path, String body) throws Exception {
    return send(forge.good("acme-admin", "acme", TokenForge.ALL), verb, path, body);
  }

  private static JsonNode send(String token, String verb, String path, String body)
      throws IOException, InterruptedException {
    var answer = HTTP.send(request(token, verb, path, body), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as("%s %s: %s", verb, path, answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static HttpRequest request(String token, String verb, String path, String body) {
    var request =
        HttpRequest.newBuilder(URI.create(cluster.frontendUri() + path))
            .timeout(TestTimeouts.STALL)
            .header("content-type", "application/json")
            .method(
                verb,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (!token.isEmpty()) {
      request.header("authorization", "Bearer " + token);
    }
    return request.build();
  }

  private static ManagedChannel channel(String uri) {
    var at = URI.create(uri);
    return OkHttpChannelBuilder.forAddress(at.getHost(), at.getPort()).usePlaintext().build();
  }
}
