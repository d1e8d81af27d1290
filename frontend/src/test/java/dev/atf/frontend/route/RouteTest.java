package dev.atf.frontend.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.Answer;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.route.Route;
import dev.atf.model.route.RouteLimits;
import dev.atf.store.testing.Fault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests which lambda a task gets from a route, and that a key means one task whatever the rules
 * say.
 */
final class RouteTest {
  private static final String RULES =
      "{\"rules\":["
          + "{\"name\":\"books\",\"when\":\"labels.kind = \\\"book\\\"\",\"lambda\":\"render-book\","
          + "\"priority\":\"low\",\"collection\":\"books\"},"
          + "{\"name\":\"long-jobs\",\"when\":\"json.pages > 100\",\"lambda\":\"render-long\"}],"
          + "\"default\":\"render-short\"}";

  private final TestFrontend frontend = new TestFrontend();

  RouteTest() {
    frontend.registered("render-book");
    frontend.registered("render-long");
    frontend.registered("render-short");
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  @Tag("R1")
  void theFirstRuleThatHoldsChoosesAndElseTheDefault() {
    put(RULES).requireOk();

    assertThat(lambdaOf(scheduled("{\"json\":{\"pages\":300}}"))).isEqualTo("render-long");
    assertThat(lambdaOf(scheduled("{\"json\":{\"pages\":100}}"))).isEqualTo("render-short");
    assertThat(lambdaOf(scheduled("{}"))).isEqualTo("render-short");
    var both =
        scheduled(
            "{\"json\":{\"pages\":300},\"labels\":{\"kind\":\"book\"},\"priority\":\"high\"}");

    var header = frontend.association(both).header();
    assertThat(header.lambda().value()).isEqualTo("render-book");
    assertThat(header.priority().value()).isEqualTo("low");
    assertThat(header.collection()).hasToString("books");
  }

  @Test
  void aTaskTellsByWhichRuleItWasRouted() {
    put(RULES).requireOk();
    put(RULES.replace("100", "200")).requireOk();
    var task = scheduled("{\"json\":{\"pages\":300}}");
    put(RULES.replace("100", "400")).requireOk();

    var shown = frontend.get("/v1/tasks/" + task).requireOk().json().at("/routedBy");
    assertThat(shown.toString())
        .isEqualTo("{\"route\":\"render\",\"rule\":\"long-jobs\",\"version\":2}");
    assertThat(frontend.get("/v1/tasks/" + task + ":explain").body())
        .contains("ROUTED")
        .contains("route render, rule long-jobs (version 2) chose lambda render-long");
    var other = scheduled("{}");
    assertThat(frontend.get("/v1/tasks/" + other + ":explain").body())
        .contains("route render, its default (version 3) chose lambda render-short");
  }

  @Test
  @Tag("R2")
  void aRepetitionUnderChangedRulesFindsTheFirstTask() {
    put(RULES).requireOk();
    var asked = "{\"idempotencyKey\":\"k\",\"json\":{\"pages\":300}}";
    var first = scheduled(asked);
    put("{\"default\":\"render-short\"}").requireOk();

    var again = schedule(asked).requireOk().json();

    assertThat(again.at("/taskId").asText()).isEqualTo(first);
    assertThat(again.at("/created").asBoolean()).isFalse();
    assertThat(lambdaOf(first)).isEqualTo("render-long");
    var other = schedule("{\"idempotencyKey\":\"k\",\"json\":{\"pages\":301}}");
    assertThat(other.reason()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    // The key belongs to the route, so the lambda has never seen it.
    var direct = frontend.post("/v1/lambdas/render-long/tasks", asked).requireOk().json();
    assertThat(direct.at("/created").asBoolean()).isTrue();
  }

  @Test
  @Tag("R2")
  void aRepetitionFindsTheFirstTaskAlsoIfTheRulesNowChooseALambdaThatIsClosedOrGone() {
    put(RULES).requireOk();
    var asked = "{\"idempotencyKey\":\"k\",\"json\":{\"pages\":300}}";
    var first = scheduled(asked);
    frontend.registered("render-late");
    put("{\"default\":\"render-late\"}").requireOk();

    close("render-late");
    assertThat(scheduled(asked)).isEqualTo(first);
    assertThat(schedule("{}").reason()).isEqualTo("LAMBDA_CLOSING");
    assertThat(schedule("{\"idempotencyKey\":\"other\"}").reason()).isEqualTo("LAMBDA_CLOSING");

    delete("render-late");
    assertThat(scheduled(asked)).isEqualTo(first);
    assertThat(schedule("{}").reason()).isEqualTo("LAMBDA_NOT_FOUND");
  }

  @Test
  @Tag("R3")
  void aScheduleThatDiedIsFinishedWithTheLambdaThatWasChosenFirst() {
    put(RULES).requireOk();
    var asked =
        "{\"idempotencyKey\":\"k\",\"orderingKey\":\"o\",\"json\":{\"pages\":300},\"delay\":\"60s\"}";
    frontend.line.failNext(Fault.NONE, Fault.UNAVAILABLE);
    assertThat(schedule(asked).reason()).isEqualTo("STORE_UNAVAILABLE");
    put("{\"default\":\"render-short\"}").requireOk();

    var task = frontend.association(scheduled(asked));

    assertThat(task.header().lambda().value()).isEqualTo("render-long");
    assertThat(task.header().routedBy())
        .hasToString("RoutedBy[route=render, rule=long-jobs, version=1]");
    assertThat(scheduled(asked)).isEqualTo(task.taskId().value());
  }

  @Test
  @Tag("R3")
  void aScheduleThatDiedIsDoneAnewIfItsLambdaIsGone() {
    put(RULES).requireOk();
    var asked = "{\"idempotencyKey\":\"k\",\"json\":{\"pages\":300},\"delay\":\"60s\"}";
    frontend.line.failNext(Fault.NONE, Fault.UNAVAILABLE);
    assertThat(schedule(asked).reason()).isEqualTo("STORE_UNAVAILABLE");
    put("{\"default\":\"render-short\"}").requireOk();

    close("render-long");
    assertThat(schedule(asked).reason()).isEqualTo("LAMBDA_CLOSING");
    delete("render-long");

    assertThat(lambdaOf(scheduled(asked))).isEqualTo("render-short");
  }

  @Test
  void theTasksOfABatchAreRoutedOneByOne() {
    put(RULES).requireOk();

    var results =
        frontend
            .post(
                "/v1/lambdas/render/tasks:batch",
                "{\"tasks\":[{\"json\":{\"pages\":300},\"idempotencyKey\":\"k\"},"
                    + "{\"json\":{\"pages\":1}},"
                    + "{\"lambda\":\"render\",\"labels\":{\"kind\":\"book\"}},"
                    + "{\"lambda\":\"render-long\"},"
                    + "{\"json\":{\"pages\":300},\"idempotencyKey\":\"k\"}]}")
            .requireOk()
            .json()
            .at("/results");

    assertThat(lambdaOf(results.at("/0/taskId").asText())).isEqualTo("render-long");
    assertThat(lambdaOf(results.at("/1/taskId").asText())).isEqualTo("render-short");
    assertThat(lambdaOf(results.at("/2/taskId").asText())).isEqualTo("render-book");
    assertThat(results.at("/3/error/message").asText()).contains("the batch's: render");
    assertThat(results.at("/4/taskId")).isEqualTo(results.at("/0/taskId"));
  }

  @Test
  void aRoutedTaskMayAskForANotice() {
    put(RULES).requireOk();
    frontend.registered("told");

    var task = scheduled("{\"json\":{\"pages\":300},\"onFinish\":{\"to\":{\"lambda\":\"told\"}}}");

    assertThat(frontend.association(task).header().onFinish()).isNotNull();
    assertThat(lambdaOf(task)).isEqualTo("render-long");
  }

  @Test
  void jsonIsSeenInBothFormsInWhichCallersSendIt() {
    var json = "{\"a\":{\"b\":\"x\",\"n\":1e400,\"t\":true,\"o\":{},\"z\":null,\"id\":%s}}";
    var large = json.formatted("12345678901234567890");
    for (var body :
        List.of(
            "{\"json\":%s}".formatted(json.formatted("7").replace("1e400", "1")),
            bytes(large, "application/json"),
            bytes(large, "application/json; charset=utf-8"))) {
      assertThat(ruleOf("json.a.b = \"x\" and json.a.t = true and json.a.id > 6", body))
          .isEqualTo("r");
      assertThat(ruleOf("json.a.o = 1 or json.a.z = 1 or json.a.b.c = 1 or json.b = 1", body))
          .isEqualTo("default");
    }
    assertThat(ruleOf("json.a.n > 0", bytes(large, "application/json"))).isEqualTo("default");
    assertThat(ruleOf("json.a.b = \"x\"", bytes(large, "text/plain"))).isEqualTo("default");
    assertThat(ruleOf("json.a.b = \"x\"", bytes("{\"a\":{\"b\":\"x\"}", "application/json")))
        .isEqualTo("default");
    assertThat(ruleOf("json.a = 1", bytes("", "application/json"))).isEqualTo("default");
    assertThat(ruleOf("payload.bytes = 0", "{}")).isEqualTo("r");
    assertThat(ruleOf("payload.bytes = 7", "{\"json\":{\"a\":1}}")).isEqualTo("r");
  }

  @Test
  void numbersAreComparedExactly() {
    var large = bytes("{\"id\":9007199254740993}", "application/json");

    assertThat(ruleOf("json.id = 9007199254740993", large)).isEqualTo("r");
    assertThat(ruleOf("json.id = 9007199254740992", large)).isEqualTo("default");
    assertThat(ruleOf("json.price = 1.1", bytes("{\"price\":1.10}", "application/json")))
        .isEqualTo("r");
    assertThat(ruleOf("json.price = 1.10", "{\"json\":{\"price\":1.1}}")).isEqualTo("r");
  }

  @Test
  @Tag("R4")
  void aPayloadIsParsedUpToABoundOfBytesAndLevels() {
    var json = "{\"a\":1}";
    var atBound = json + " ".repeat(RouteLimits.JSON_TEXT_BYTES_MAX - json.length());

    assertThat(ruleOf("json.a = 1", bytes(atBound, "application/json"))).isEqualTo("r");
    assertThat(ruleOf("json.a = 1", bytes(atBound + " ", "application/json"))).isEqualTo("default");
    assertThat(ruleOf("payload.bytes > 358400", bytes(atBound + " ", "application/json")))
        .isEqualTo("r");
    var nested = "{\"a\":1,\"b\":" + "[".repeat(50_000) + "]".repeat(50_000) + "}";
    assertThat(ruleOf("json.a = 1", bytes(nested, "application/json"))).isEqualTo("default");
    var digits = "{\"a\":1" + "0".repeat(300_000) + "}";
    assertThat(ruleOf("json.a > 1", bytes(digits, "application/json"))).isEqualTo("default");
  }

  /** Returns the name of the rule that matches a task; {@code r} is the rule with the condition. */
  private String ruleOf(String condition, String task) {
    var when = condition.replace("\"", "\\\"");
    var body =
        "{\"route\":{\"rules\":[{\"name\":\"r\",\"when\":\"%s\",\"lambda\":\"render-long\"}],"
            + "\"default\":\"render-short\"},\"task\":%s}";
    return frontend
        .post("/v1/routes/tried:test", body.formatted(when, task))
        .requireOk()
        .json()
        .at("/rule")
        .asText();
  }

  @Test
  void allThatIsWrongWithARouteIsToldAtOnce() {
    var answer =
        put(
            "{\"rules\":[{\"name\":\"a\",\"when\":\"json.a = 1 or\",\"lambda\":\"render-long\"},"
                + "{\"name\":\"default\",\"when\":\"json.a = 1\",\"lambda\":\"x y\"},"
                + "{\"name\":\"c\",\"when\":\"\\ud800\",\"lambda\":\"render-long\",\"priority\":\"P\"}]}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.violatedFields())
        .isEqualTo(
            "default,rules[0].when,rules[1].name,rules[1].lambda,rules[2].when,rules[2].priority");
    assertThat(answer.json().at("/message").asText())
        .contains("rules[0].when: column 14: the end (expected: caller.principal,");
    assertThat(frontend.routes.list()).isEmpty();
  }

  @Test
  void lambdasOfARouteAreRegisteredAndTakeTasksWithThePriorityGiven() {
    close("render-book");

    var answer =
        put(
            "{\"rules\":[{\"name\":\"a\",\"when\":\"json.a = 1\",\"lambda\":\"render-book\"},"
                + "{\"name\":\"b\",\"when\":\"json.a = 1\",\"lambda\":\"render-long\",\"priority\":\"urgent\"}],"
                + "\"default\":\"nowhere\"}");

    assertThat(answer.json().at("/message").asText())
        .contains("rules[0].lambda: render-book (expected: a registered lambda that takes tasks)")
        .contains("rules[1].priority: urgent (expected: one of ")
        .contains("default: nowhere (expected: a registered lambda that takes tasks)");
  }

  @Test
  @Tag("R7")
  void aRouteNamesLambdasOfItsOwnTenantOnly() {
    frontend.registered("acme--render");
    frontend.registered("other--render");

    var foreign = frontend.put("/v1/routes/acme--route", "{\"default\":\"other--render\"}");
    assertThat(foreign.json().at("/message").asText())
        .contains("default: other--render (expected: a lambda of the route's tenant, acme)");
    assertThat(frontend.put("/v1/routes/acme--route", "{\"default\":\"render-long\"}").status())
        .isEqualTo(400);
    assertThat(frontend.put("/v1/routes/route", "{\"default\":\"acme--render\"}").body())
        .contains("a lambda without a tenant, as the route is");
    frontend.put("/v1/routes/acme--route", "{\"default\":\"acme--render\"}").requireOk();
  }

  @Test
  @Tag("R6")
  void aRouteAndALambdaDoNotShareAName() {
    assertThat(frontend.put("/v1/routes/render-long", "{\"default\":\"render-short\"}").body())
        .contains("name: render-long (expected: a name that no lambda has)");
    put(RULES).requireOk();

    assertThat(frontend.put("/v1/lambdas/render", "{}").body())
        .contains("name: render (expected: a name that no route has)");
    assertThat(frontend.get("/v1/lambdas/render").reason()).isEqualTo("LAMBDA_NOT_FOUND");
    assertThat(frontend.get("/v1/lambdas").body()).doesNotContain("\"render\"");
  }

  @Test
  @Tag("R6")
  void aLambdaIsNotRegisteredUnderTheNameOfARouteThatWasPutMeanwhile() {
    var name = new LambdaName("both");
    var route =
        new Route(
            name,
            List.of(),
            new LambdaName("render-short"),
            1,
            Instant.parse("2026-01-01T00:00:00Z"));
    frontend.switchedQueue.beforeNextEnsure(
        () -> assertThat(frontend.routes.put(route, Optional.empty())).isTrue());

    assertThat(frontend.put("/v1/lambdas/both", "{}").body())
        .contains("name: both (expected: a name that no route has)");

    assertThat(frontend.lambdas.find(name)).isEmpty();
    assertThat(frontend.routes.find(name)).contains(route);
  }

  @Test
  @Tag("R5")
  void aLambdaThatARouteNamesIsNotDeleted() {
    put(RULES).requireOk();

    var refused = frontend.delete("/v1/lambdas/render-book");
    assertThat(refused.reason()).isEqualTo("ROUTE_NAMES_IT");
    assertThat(refused.body()).contains("lambda render-book is named by route render");
    assertThat(frontend.delete("/v1/lambdas/render-short").reason()).isEqualTo("ROUTE_NAMES_IT");

    assertThat(frontend.delete("/v1/routes/render").status()).isEqualTo(200);
    assertThat(frontend.delete("/v1/lambdas/render-book").reason()).isEqualTo("LAMBDA_CLOSING");
  }

  @Test
  void theSameAgainStaysAsItIsAndAnotherIsTheNextVersion() {
    assertThat(put(RULES).requireOk().json().at("/version").asInt()).isEqualTo(1);
    frontend.clock.advance(Duration.ofSeconds(5));
    assertThat(put(RULES).requireOk().json().at("/version").asInt()).isEqualTo(1);
    assertThat(put("{\"default\":\"render-long\"}").requireOk().json().at("/version").asInt())
        .isEqualTo(2);

    var shown = frontend.get("/v1/routes/render").requireOk().json();
    assertThat(shown.at("/default").asText()).isEqualTo("render-long");
    assertThat(frontend.get("/v1/routes").requireOk().json().at("/routes/0")).isEqualTo(shown);
    frontend.delete("/v1/routes/render").requireOk();
    assertThat(frontend.get("/v1/routes/render").reason()).isEqualTo("ROUTE_NOT_FOUND");
    assertThat(frontend.delete("/v1/routes/render").reason()).isEqualTo("ROUTE_NOT_FOUND");
    assertThat(schedule("{}").reason()).isEqualTo("LAMBDA_NOT_FOUND");
  }

  @Test
  void aTestTellsOfEachRuleWhyItDoesOrDoesNotHold() {
    put(RULES).requireOk();

    var answer =
        frontend
            .post(
                "/v1/routes/render:test",
                "{\"task\":{\"json\":{\"pages\":300},\"priority\":\"high\"}}")
            .requireOk()
            .json();

    assertThat(answer.at("/rule").asText()).isEqualTo("long-jobs");
    assertThat(answer.at("/lambda").asText()).isEqualTo("render-long");
    assertThat(answer.at("/priority").asText()).isEqualTo("high");
    assertThat(answer.at("/version").asInt()).isEqualTo(1);
    assertThat(answer.at("/rules/0/rule").asText()).isEqualTo("books");
    assertThat(answer.at("/rules/0/holds").asBoolean()).isFalse();
    assertThat(answer.at("/rules/0/reason").asText())
        .isEqualTo("labels.kind = \"book\" does not hold: labels.kind is absent");
    assertThat(answer.at("/rules/1/holds").asBoolean()).isTrue();
    assertThat(answer.at("/rules/1/reason").asText())
        .isEqualTo("json.pages > 100 holds: json.pages is 300");
  }

  @Test
  void aRouteOfTheRequestIsTestedWithoutBeingPut() {
    var rule =
        "{\"route\":{\"default\":\"render-short\",\"rules\":[{\"name\":\"night\",\"when\":"
            + "\"now between 22:00 and 06:00 UTC and caller.principal = \\\"ann\\\" and"
            + " caller.tenant = \\\"acme\\\"\",\"lambda\":\"render-long\"}]},"
            + "\"principal\":\"ann\",\"tenant\":\"acme\",\"at\":\"2026-01-01T%s:00:00Z\"}";

    var night = frontend.post("/v1/routes/render:test", rule.formatted("23")).requireOk().json();
    var day = frontend.post("/v1/routes/render:test", rule.formatted("12")).requireOk().json();

    assertThat(night.at("/rule").asText()).isEqualTo("night");
    assertThat(day.at("/rule").asText()).isEqualTo("default");
    assertThat(day.at("/rules/0/reason").asText()).endsWith("does not hold: it is 12:00 in UTC");
    assertThat(frontend.routes.list()).isEmpty();
    assertThat(frontend.post("/v1/routes/render:test", "{}").reason()).isEqualTo("ROUTE_NOT_FOUND");
    var wrong = rule.formatted("12").replace("now between", "now near");
    assertThat(frontend.post("/v1/routes/render:test", wrong).violatedFields())
        .isEqualTo("route.rules[0].when");
  }

  private void close(String lambda) {
    var name = new LambdaName(lambda);
    var known = frontend.lambdas.find(name).orElseThrow();
    assertThat(
            frontend.lambdas.put(
                known.withClosedAt(Instant.parse("2026-01-01T00:00:00Z")), Optional.of(known)))
        .isTrue();
    forgetWhatIsCached();
  }

  private void delete(String lambda) {
    var known = frontend.lambdas.find(new LambdaName(lambda)).orElseThrow();
    assertThat(frontend.lambdas.delete(known, Instant.parse("2026-01-01T00:00:00Z"))).isTrue();
    forgetWhatIsCached();
  }

  private void forgetWhatIsCached() {
    frontend.clock.advance(Duration.ofSeconds(30));
  }

  private static String bytes(String payload, String contentType) {
    var data = Base64.getEncoder().encodeToString(payload.getBytes(StandardCharsets.UTF_8));
    return "{\"data\":\"%s\",\"contentType\":\"%s\"}".formatted(data, contentType);
  }

  private String lambdaOf(String task) {
    return frontend.store.find(new TaskId(task)).orElseThrow().header().lambda().value();
  }

  @Test
  void aRouteSearchesTextsABoundedNumberOfTimes() {
    var when = "json.a contains \\\"x\\\" or json.b contains \\\"y\\\"";
    var atBound =
        IntStream.range(0, RouteLimits.SEARCHES_MAX / 2)
            .mapToObj(i -> rule("r" + i, when))
            .collect(Collectors.joining(","));
    put("{\"rules\":[" + atBound + "],\"default\":\"render-short\"}").requireOk();

    var more = atBound.replaceFirst(" or ", " or labels.c contains \\\\\"z\\\\\" or ");
    var refused = put("{\"rules\":[" + more + "],\"default\":\"render-short\"}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/message").asText())
        .contains("rules: 101 comparisons by contains (expected: at most 100 in a route");
  }

  private static String rule(String name, String when) {
    return "{\"name\":\"%s\",\"when\":\"%s\",\"lambda\":\"render-long\"}".formatted(name, when);
  }

  private Answer put(String body) {
    return frontend.put("/v1/routes/render", body);
  }

  private Answer schedule(String body) {
    return frontend.post("/v1/lambdas/render/tasks", body);
  }

  private String scheduled(String body) {
    return schedule(body).requireOk().json().at("/taskId").asText();
  }
}
