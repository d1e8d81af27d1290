package dev.atf.frontend.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.Answer;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.LambdaName;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.Association;
import dev.atf.plans.row.PlanId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Page tokens that a caller of one lambda has forged with ids and keys of another. No list shows a
 * task of the other lambda, and no bulk change affects one.
 */
final class ForgedPageTokenTest {
  private static final LambdaName VICTIM = new LambdaName("acme--pay");
  private static final String OWN = "globex--x";
  private static final String KEY = "customer-1";
  private static final int FORGERIES = 400;

  private final TestFrontend frontend = new TestFrontend();
  private final List<String> tasks = new ArrayList<>();
  private List<Association> scheduled = List.of();

  @BeforeEach
  void schedule() {
    for (var lambda : List.of(VICTIM.value(), OWN)) {
      frontend
          .put("/v1/lambdas/" + lambda, "{\"dispatch\":\"POLLED\",\"indexedLabels\":[\"run\"]}")
          .requireOk();
    }
    for (int i = 0; i < 4; i++) {
      for (var body :
          List.of(
              "{\"orderingKey\":\"%s\",\"labels\":{\"run\":\"7\"}}",
              "{\"labels\":{\"run\":\"7\"}}")) {
        tasks.add(scheduled(VICTIM.value(), body.formatted(KEY)));
        scheduled(OWN, body.formatted("k" + i / 2));
      }
      frontend
          .post(
              "/v1/lambdas/" + OWN + "/periodic",
              "{\"name\":\"p%d\",\"schedule\":{\"every\":\"3600s\"},\"json\":{}}".formatted(i))
          .requireOk();
    }
    scheduled = tasks.stream().map(frontend::association).toList();
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  private String scheduled(String lambda, String body) {
    return frontend
        .post("/v1/lambdas/" + lambda + "/tasks", body)
        .requireOk()
        .json()
        .get("taskId")
        .asText();
  }

  @Test
  void aKeyOfAnotherLambdaIsNotRead() {
    var token = forged("waiting", OWN + "/order/0~!", "0", keyOfVictim());

    var listed =
        frontend.get("/v1/lambdas/" + OWN + "/tasks?state=waiting&pageToken=" + token).requireOk();

    assertVictimIsLeftAlone(listed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cancel", "reschedule", "run"})
  void noTaskOfAnotherLambdaIsChanged(String change) {
    var token = "9999999999999." + forged("waiting", OWN + "/order/0~!", "0", keyOfVictim());

    var answer =
        frontend
            .post(
                "/v1/lambdas/" + OWN + "/tasks:" + change,
                "{\"filter\":{\"state\":\"waiting\"},\"pageToken\":\"%s\"%s}"
                    .formatted(
                        token,
                        change.equals("reschedule")
                            ? ",\"scheduledAt\":\"2026-04-01T00:00:00Z\""
                            : ""))
            .requireOk();

    assertVictimIsLeftAlone(answer);
  }

  @Test
  @Tag("T7")
  void noTokenOfAnyPartsShowsAnotherLambda() {
    var random = new Random(54);
    var lists =
        List.of(
            "tasks?state=pending",
            "tasks?state=any",
            "tasks?state=waiting",
            "tasks?label=run%3D7",
            "keys?",
            "periodic?");
    int answered = 0;
    for (int i = 0; i < FORGERIES; i++) {
      var list = "/v1/lambdas/" + OWN + "/" + lists.get(i % lists.size()) + "&pageSize=1";
      var genuine = frontend.get(list).requireOk().json().path("nextPageToken").asText();
      assertThat(genuine).as(list).isNotEmpty();

      var answer = frontend.get(list + "&pageToken=" + changed(genuine, random));

      answered += answer.status() == 200 ? 1 : 0;
      assertVictimIsLeftAlone(answer);
    }
    assertThat(answered).as("tokens that a list took").isGreaterThan(FORGERIES / 10);
  }

  /** Returns a token whose last parts, where a list continues, are those of another lambda. */
  private String changed(String genuine, Random random) {
    var text = new String(Base64.getUrlDecoder().decode(genuine), StandardCharsets.UTF_8);
    var parts = text.split("\\|", -1);
    int last = parts.length - 1;
    parts[last] = any(random, parts[last], keyOfVictim(), tasks.get(random.nextInt(tasks.size())));
    parts[last - 1] = any(random, parts[last - 1], "0", "9999999999999");
    parts[last - 2] =
        any(
            random,
            parts[last - 2],
            parts[last - 2].replace(OWN, VICTIM.value()),
            VICTIM + "/order/0~!",
            OWN + "/order/0~!",
            OWN + "/order/0~0");
    return encoded(String.join("|", parts));
  }

  private static String any(Random random, String... of) {
    return of[random.nextInt(of.length)];
  }

  private static String keyOfVictim() {
    return PlanId.of(VICTIM, new OrderingKey(KEY)).value();
  }

  private static String forged(String state, String partition, String at, String id) {
    var parts = List.of("1", OWN, state, "", partition, at, id);
    return encoded(String.join("|", parts));
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private void assertVictimIsLeftAlone(Answer answer) {
    assertThat(answer.body()).doesNotContain(VICTIM.value(), KEY).doesNotContain(tasks);
    assertThat(tasks).map(frontend::association).isEqualTo(scheduled);
  }
}
