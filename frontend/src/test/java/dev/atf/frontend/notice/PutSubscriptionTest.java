package dev.atf.frontend.notice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.Answer;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.OnFinish;
import dev.atf.model.task.Subscription;
import dev.atf.store.notice.NoticePayload;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that subscriptions and requested notices are stored as requested, or refused with their
 * violations.
 */
final class PutSubscriptionTest {
  private final TestFrontend frontend = new TestFrontend();

  PutSubscriptionTest() {
    frontend.registered("paint");
    frontend.registered("told");
    frontend.registered("http");
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  void oneIsShownAsItWasPutWithoutTheValuesOfItsHeaders() {
    var put =
        put("{\"lambda\":\"pai*\",\"collection\":\"c\",\"statuses\":[\"CANCELLED\"],\"to\":"
                + "{\"lambda\":\"http\",\"url\":\"https://a/b\",\"headers\":{\"K\":\"secret\"},"
                + "\"context\":{\"n\":1}}}")
            .requireOk();

    assertThat(put.body()).doesNotContain("secret");
    var shown = frontend.get("/v1/subscriptions/ends").requireOk().json();
    assertThat(shown).isEqualTo(put.json());
    assertThat(shown.at("/lambda").asText()).isEqualTo("pai*");
    assertThat(shown.at("/statuses/0").asText()).isEqualTo("CANCELLED");
    assertThat(shown.at("/to/priority").asText()).isEqualTo("normal");
    assertThat(shown.at("/to/headers/K").asText()).isEqualTo("***");
    assertThat(shown.at("/to/context/n").asInt()).isEqualTo(1);
    var list = frontend.get("/v1/subscriptions?lambda=paint").requireOk().json();
    assertThat(list.at("/subscriptions/0/name").asText()).isEqualTo("ends");
    assertThat(list.toString()).doesNotContain("https://a/b");
  }

  @Test
  void aHiddenHeaderIsKeptForTheSameUrlAlone() {
    put(webhook("https://a/b", "secret", "[]")).requireOk();
    var first = stored();

    put(webhook("https://a/b", "***", "[]")).requireOk();
    assertThat(stored()).isEqualTo(first);
    put(webhook("https://a/b", "***", "[\"CANCELLED\"]")).requireOk();
    assertThat(kept()).contains("https://a/b", "secret").doesNotContain("***");

    assertThat(put(webhook("https://c/b", "***", "[]")).body())
        .contains("to.headers.K: *** (expected: its value; the hidden one is kept")
        .doesNotContain("secret");
    assertThat(put(webhook("https://a/b", "***", "[]").replace("\"K\"", "\"L\"")).body())
        .contains("to.headers.L: *** (expected: its value");
    assertThat(kept()).contains("https://a/b", "secret");
    put(webhook("https://c/b", "other", "[]")).requireOk();
    assertThat(kept()).contains("https://c/b", "other").doesNotContain("secret");
  }

  private static String webhook(String url, String header, String statuses) {
    return "{\"lambda\":\"paint\",\"statuses\":%s,\"to\":{\"lambda\":\"http\",\"url\":\"%s\",\"headers\":{\"K\":\"%s\"}}}"
        .formatted(statuses, url, header);
  }

  /** Returns the request that is stored. */
  private String kept() {
    var contents = frontend.store.findEntity(stored().target().contents()).orElseThrow();
    return NoticePayload.request(contents.payload());
  }

  @Test
  void theSameAgainStaysAsItIsAndAnotherReplacesIt() {
    put("{\"lambda\":\"paint\",\"to\":{\"lambda\":\"told\"}}").requireOk();
    var first = stored();
    frontend.clock.advance(Duration.ofSeconds(5));
    put("{\"lambda\":\"paint\",\"to\":{\"lambda\":\"told\"}}").requireOk();
    assertThat(stored()).isEqualTo(first);

    put("{\"lambda\":\"paint\",\"to\":{\"lambda\":\"told\",\"context\":2}}").requireOk();

    assertThat(stored().target().contents()).isNotEqualTo(first.target().contents());
    assertThat(frontend.store.findEntity(first.target().contents()).orElseThrow().expiresAt())
        .isBefore(frontend.clock.instant().plus(Duration.ofDays(365)));
    assertThat(frontend.delete("/v1/subscriptions/ends").status()).isEqualTo(200);
    var gone = frontend.delete("/v1/subscriptions/ends");
    assertThat(gone.status()).isEqualTo(404);
    assertThat(gone.body()).contains("SUBSCRIPTION_NOT_FOUND");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"to\":{\"lambda\":\"told\"}} | lambda:  (expected: ",
        "{\"lambda\":\"a b\",\"to\":{\"lambda\":\"told\"}} | a lambda, or a prefix",
        "{\"lambda\":\"paint\"} | to.lambda: missing",
        "{\"lambda\":\"paint\",\"to\":{\"lambda\":\"gone\"}} | to.lambda: gone (expected: a registered",
        "{\"lambda\":\"paint\",\"to\":{\"lambda\":\"told\",\"priority\":\"p\"}} | to.priority: p (expected: one of",
        "{\"lambda\":\"paint\",\"to\":{\"lambda\":\"http\"}} | to.url: missing (expected: http",
        "{\"lambda\":\"paint\",\"to\":{\"lambda\":\"http\",\"url\":\"ftp://a\"}} | to.url: … (expected: http",
        "{\"lambda\":\"paint\",\"to\":{\"lambda\":\"told\",\"url\":\"http://a/\"}} | to.url: given (expected: none",
        "{\"lambda\":\"paint\",\"statuses\":[\"NEW\"],\"to\":{\"lambda\":\"told\"}} | statuses: NEW (expected: of",
        "{\"lambda\":\"paint\",\"to\":{\"lambda\":\"paint\"}} | from paint to paint",
      })
  void whatIsWrongIsSaid(String body, String said) {
    var answer = put(body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().at("/message").asText()).contains(said);
    assertThat(frontend.subscriptions.read().all()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "ends, acme--paint",
    "ends, acme--*",
    "globex--ends, acme--paint",
    "acme--ends, paint",
    "acme--ends, *",
  })
  void aNameBelongsToTheTenantOfItsLambda(String name, String lambda) {
    var body = "{\"lambda\":\"" + lambda + "\",\"to\":{\"lambda\":\"told\"}}";
    var answer = frontend.put("/v1/subscriptions/" + name, body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().at("/message").asText()).startsWith("name: " + name + " (expected: ");
  }

  @Test
  void aTenantNamesItsSubscriptions() {
    var body = "{\"lambda\":\"acme--*\",\"to\":{\"lambda\":\"told\"}}";

    frontend.put("/v1/subscriptions/acme--ends", body).requireOk();

    assertThat(frontend.subscriptions.read().find("acme--ends")).isPresent();
  }

  @Test
  void aTaskKeepsTheNoticeThatItAsksForAndItsCancelMakesItDue() {
    var asked =
        "{\"idempotencyKey\":\"k\",\"delay\":\"60s\",\"onFinish\":{\"to\":{\"lambda\":\"told\"},"
            + "\"statuses\":[\"CANCELLED\"]}}";
    var id = schedule(asked).requireOk().json().at("/taskId").asText();
    assertThat(schedule(asked).requireOk().json().at("/created").asBoolean()).isFalse();
    assertThat(schedule("{\"idempotencyKey\":\"k\",\"delay\":\"60s\"}").body())
        .contains("IDEMPOTENCY_KEY_REUSED");
    var task = frontend.store.find(new TaskId(id)).orElseThrow();
    var wish = Objects.requireNonNull(task.header().onFinish());
    assertThat(wish.statuses()).containsExactly(TaskStatus.CANCELLED);
    assertThat(frontend.store.findEntity(wish.target().contents())).isPresent();

    frontend.post("/v1/tasks/" + id + ":cancel", "{}").requireOk();

    var cancelled = frontend.store.find(new TaskId(id)).orElseThrow();
    assertThat(cancelled.notices().due()).containsExactly(OnFinish.NAME);
    assertThat(cancelled.expiresAt()).isNull();
    assertThat(frontend.get("/v1/tasks/" + id).body()).contains("notice of onFinish: due, task ");
    assertThat(frontend.get("/v1/tasks/" + id + ":explain").body()).contains("NOTICE_DUE");
  }

  @Test
  void aWishThatIsWrongIsRefused() {
    assertThat(schedule("{\"onFinish\":{\"to\":{\"lambda\":\"gone\"}}}").body())
        .contains("onFinish.to.lambda: gone (expected: a registered lambda");
    assertThat(
            schedule("{\"orderingKey\":\"k\",\"onFinish\":{\"to\":{\"lambda\":\"told\"}}}").body())
        .contains("onFinish: given (expected: none together with orderingKey");
  }

  @Test
  void aLambdaThatReceivesNoticesIsNotDeleted() {
    put("{\"lambda\":\"paint\",\"to\":{\"lambda\":\"told\"}}").requireOk();

    assertThat(frontend.delete("/v1/lambdas/told").body())
        .contains("LAMBDA_NOT_EMPTY")
        .contains("receives the notices of subscription ends");
  }

  private Subscription stored() {
    return frontend.subscriptions.read().find("ends").orElseThrow();
  }

  private Answer put(String body) {
    return frontend.put("/v1/subscriptions/ends", body);
  }

  private Answer schedule(String body) {
    return frontend.post("/v1/lambdas/paint/tasks", body);
  }
}
