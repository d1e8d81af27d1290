package dev.atf.frontend.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.Answer;
import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.protocol.v1.SetGateRequest;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that gates are set and shown, with the tasks that they hold. */
final class SetGateTest {
  private static int lastLambda;
  private static TestFrontend frontend;
  private static Pipeline pipeline;
  private String lambda = "";

  @BeforeAll
  static void start() {
    frontend = new TestFrontend();
    pipeline = new Pipeline(frontend);
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  @BeforeEach
  void register() {
    lambda = "mail-" + ++lastLambda;
    frontend.registered(lambda);
  }

  @Test
  void aLambdaIsPausedByNameForAReasonUntilATime() {
    var until =
        frontend
            .clock
            .instant()
            .plusSeconds(3_600)
            .truncatedTo(java.time.temporal.ChronoUnit.SECONDS);

    var answer =
        setGate(
                """
                {"state":"PAUSED","until":"%s","reason":"provider down","by":"ops"}\
                """
                    .formatted(until))
            .requireOk()
            .json();

    var gate = answer.get("gates").get(0);
    assertThat(gate.has("collection")).isFalse();
    assertThat(gate.get("state").asText()).isEqualTo("PAUSED");
    assertThat(gate.get("until").asText()).isEqualTo(until.toString());
    assertThat(gate.get("reason").asText()).isEqualTo("provider down");
    assertThat(gate.get("by").asText()).isEqualTo("ops");
    assertThat(gate.has("setAt")).isTrue();
    assertThat(state()).isEqualTo(GateState.PAUSED);
    assertThat(gates()).isEqualTo(answer.get("gates").toString());
  }

  @Test
  void aGateWhoseTimeIsOverIsOpen() {
    setGate("{\"state\":\"PAUSED\",\"until\":\"%s\"}".formatted(inSeconds(60))).requireOk();
    frontend.clock.advance(Duration.ofSeconds(61));

    assertThat(gates()).contains("\"OPEN\"");
  }

  @Test
  void collectionsHaveGatesOfTheirOwn() {
    setGate("{\"state\":\"DROPPING\",\"collection\":\"marketing\"}").requireOk();

    var name = new LambdaName(lambda);
    var gates = frontend.gates.read();
    var now = frontend.clock.instant();
    assertThat(gates.state(name, new CollectionName("marketing"), now))
        .isEqualTo(GateState.DROPPING);
    assertThat(gates.state(name, null, now)).isEqualTo(GateState.OPEN);
    assertThat(frontend.get("/v1/lambdas").json().toString()).contains("marketing");
  }

  @Test
  void openingAGateAgainKeepsItsCollectionKnown() {
    setGate("{\"state\":\"PAUSED\",\"collection\":\"marketing\"}").requireOk();
    setGate("{\"state\":\"OPEN\",\"collection\":\"marketing\"}").requireOk();

    assertThat(state()).isEqualTo(GateState.OPEN);
    assertThat(frontend.gates.read().collections(new LambdaName(lambda))).hasSize(1);
  }

  @Test
  void theSameAgainKeepsWhenItWasSet() {
    var body = "{\"state\":\"PAUSED\",\"reason\":\"r\",\"by\":\"ops\"}";
    var first = setGate(body).requireOk();
    frontend.clock.advance(Duration.ofSeconds(5));

    var again = setGate(body).requireOk();
    var openedTwice = setGate("{\"state\":\"OPEN\",\"collection\":\"never\"}").requireOk();

    assertThat(again.body()).isEqualTo(first.body());
    assertThat(openedTwice.body()).isEqualTo(first.body());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{} | state",
        "{\"state\":\"PAUSED\",\"until\":\"2026-02-01T12:00:00Z\"} | until",
        "{\"state\":\"PAUSED\",\"until\":\"2028-02-01T12:00:00Z\"} | until",
        "{\"state\":\"OPEN\",\"until\":\"2026-06-01T12:00:00Z\"} | until",
        "{\"state\":\"PAUSED\",\"collection\":\"a/b\"} | collection",
        "{\"state\":\"PAUSED\",\"reason\":\"\\ud800\"} | reason",
        "{\"collection\":\"a/b\",\"until\":\"2028-02-01T12:00:00Z\"} | collection,state,until",
      })
  void reportsInvalidFieldsAndSetsNothing(String body, String fields) {
    var answer = setGate(body);

    assertThat(answer.status()).describedAs(answer.body()).isEqualTo(400);
    assertThat(answer.violatedFields()).isEqualTo(fields);
    assertThat(frontend.gates.read().of(new LambdaName(lambda))).isEmpty();
  }

  @Test
  void textsHaveTheirLimits() {
    var answer =
        setGate(
            "{\"state\":\"PAUSED\",\"reason\":\"%s\",\"by\":\"%s\"}"
                .formatted("x".repeat(501), "y".repeat(101)));

    assertThat(answer.violatedFields()).isEqualTo("reason,by");
  }

  @Test
  void aLambdaHasAtMostAHundredGatedCollections() {
    for (int i = 0; i < GateSetting.COLLECTIONS_MAX; i++) {
      frontend.gates.put(
          new Gate(
              new LambdaName(lambda),
              new CollectionName("c" + i),
              GateState.OPEN,
              null,
              "",
              "",
              frontend.clock.instant()));
    }

    assertThat(setGate("{\"state\":\"PAUSED\",\"collection\":\"one-more\"}").violatedFields())
        .isEqualTo("collection");
    setGate("{\"state\":\"PAUSED\",\"collection\":\"c7\"}").requireOk();
    setGate("{\"state\":\"PAUSED\"}").requireOk();
  }

  @Test
  void aGateOfNoLambdaIsNotFound() {
    assertThat(frontend.post("/v1/lambdas/unknown:setGate", "{\"state\":\"PAUSED\"}").reason())
        .isEqualTo("LAMBDA_NOT_FOUND");
  }

  @Test
  @Tag("B6")
  void aPausedAndADroppingLambdaTakeTasks() {
    frontend
        .registry()
        .setGate(
            SetGateRequest.newBuilder()
                .setLambda(lambda)
                .setState(dev.atf.protocol.v1.Gate.State.PAUSED)
                .build());
    frontend.post("/v1/lambdas/" + lambda + "/tasks", "{}").requireOk();
    setGate("{\"state\":\"DROPPING\"}").requireOk();
    var answer = frontend.post("/v1/lambdas/" + lambda + "/tasks", "{}").requireOk();

    assertThat(answer.json().get("created").asBoolean()).isTrue();
  }

  @Test
  void heldTasksAreListedAndCounted() {
    setGate("{\"state\":\"PAUSED\",\"collection\":\"marketing\"}").requireOk();
    var held = schedule("{\"collection\":\"marketing\"}");
    pipeline.hold(held);
    var free = schedule("{}");

    var pending = frontend.get("/v1/lambdas/" + lambda + "/tasks").requireOk().json().get("tasks");
    var live = frontend.get("/v1/lambdas/" + lambda).requireOk().json().get("live");

    assertThat(pending)
        .extracting(task -> task.get("taskId").asText())
        .containsExactlyInAnyOrder(held, free);
    assertThat(live.get("priorities").get(1).get("pending").asInt()).isEqualTo(2);
    var without = "{\"priorities\":[\"high\",\"low\"],\"defaultPriority\":\"low\"}";
    assertThat(frontend.put("/v1/lambdas/" + lambda, without).reason())
        .isEqualTo("PRIORITY_REMOVED");
  }

  @Test
  void deadLettersAndControllersAreCounted() {
    pipeline.giveUp(schedule("{}"));
    var now = frontend.clock.instant();
    var workers = "workers/" + lambda;
    frontend.members.beat(workers, "host-a", "waiting=1 handedOut=2", now.minusSeconds(29), now);
    frontend.members.beat(workers, "host-b", "waiting=1 handedOut=2", now.minusSeconds(76), now);

    var live = frontend.get("/v1/lambdas/" + lambda).requireOk().json().get("live");

    assertThat(live.get("dead").asInt()).isEqualTo(1);
    assertThat(live.get("controllers").asInt()).isEqualTo(1);
  }

  private Answer setGate(String body) {
    return frontend.post("/v1/lambdas/" + lambda + ":setGate", body);
  }

  private String gates() {
    return frontend.get("/v1/lambdas/" + lambda).requireOk().json().get("gates").toString();
  }

  private GateState state() {
    return frontend.gates.read().state(new LambdaName(lambda), null, frontend.clock.instant());
  }

  private static Instant inSeconds(long seconds) {
    return frontend.clock.instant().plusSeconds(seconds);
  }

  private String schedule(String body) {
    return frontend
        .post("/v1/lambdas/" + lambda + "/tasks", body)
        .requireOk()
        .json()
        .get("taskId")
        .asText();
  }
}
