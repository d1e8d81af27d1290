package dev.atf.frontend.plans.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.Answer;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.LambdaName;
import dev.atf.testtime.TestTimeouts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Triggers and backfills of a periodic task by call, and the display of its fires. */
final class PeriodicFiresTest {
  private static final String NIGHTLY =
      "{\"name\":\"nightly\",\"schedule\":{\"cron\":\"30 2 * * *\"},"
          + "\"json\":{\"report\":\"sales\"},\"labels\":{\"team\":\"blue\"}}";
  private static final String OFTEN =
      "{\"name\":\"often\",\"schedule\":{\"every\":\"60s\"},\"json\":1}";

  private final TestFrontend frontend = new TestFrontend();
  private final LambdaName lambda = frontend.registered("report");
  private final String path = "/v1/lambdas/" + lambda + "/periodic";

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  void aTaskIsTriggeredBesidesTheScheduleOnceForEachKey() {
    frontend.post(path, NIGHTLY).requireOk();
    var body = "{\"idempotencyKey\":\"now\"}";

    var first = frontend.post(path + "/nightly:trigger", body).requireOk().json();
    var again = frontend.post(path + "/nightly:trigger", body).requireOk().json();
    var other = frontend.post(path + "/nightly:trigger", "{}").requireOk().json();

    assertThat(first.get("created").asBoolean()).isTrue();
    assertThat(again.get("created").asBoolean()).isFalse();
    assertThat(again.get("taskId")).isEqualTo(first.get("taskId"));
    assertThat(other.get("taskId")).isNotEqualTo(first.get("taskId"));
    var task = frontend.get("/v1/tasks/" + first.get("taskId").asText()).requireOk().json();
    assertThat(task.at("/json/report").asText()).isEqualTo("sales");
    assertThat(task.at("/labels/team").asText()).isEqualTo("blue");
  }

  @Test
  @Tag("P5")
  void aRangeIsBackfilledStepByStepAndNeverTwice() {
    frontend.post(path, OFTEN).requireOk();
    var until = frontend.clock.instant();
    var range =
        "{\"from\":\"%s\",\"until\":\"%s\",\"max\":4}"
            .formatted(until.minus(Duration.ofMinutes(10)), until);

    var first = frontend.post(path + "/often:backfill", range).requireOk().json();
    var again = frontend.post(path + "/often:backfill", range).requireOk().json();
    int created = first.get("fires").size();
    var from = first.get("nextFrom").asText();
    while (!from.isEmpty()) {
      var next =
          frontend
              .post(
                  path + "/often:backfill",
                  "{\"from\":\"%s\",\"until\":\"%s\",\"max\":4}".formatted(from, until))
              .requireOk()
              .json();
      created += next.get("fires").size();
      from = next.path("nextFrom").asText();
    }

    assertThat(first.get("fires")).hasSize(4);
    assertThat(again.get("existing").asInt()).isEqualTo(4);
    assertThat(again.get("fires")).isEmpty();
    assertThat(created).isEqualTo(10);
    var fires =
        frontend
            .get(path + "/often/fires?after=" + until.minus(Duration.ofMinutes(10)))
            .requireOk()
            .json()
            .get("fires");
    assertThat(fires)
        .hasSize(10)
        .allSatisfy(f -> assertThat(f.get("status").asText()).isEqualTo("NEW"));
    assertThat(at(fires.get(0).get("at")))
        .as("the latest first")
        .isAfter(at(fires.get(9).get("at")));
    var task = frontend.association(fires.get(0).get("taskId").asText());
    assertThat(task.header().scheduledAt()).isEqualTo(at(fires.get(0).get("at")));
    assertThat(task.header().deadline()).isAfter(until.plus(Duration.ofDays(29)));
  }

  @Test
  @Tag("P5")
  void listsTriggeredAndBackfilledFires() {
    frontend.post(path, OFTEN).requireOk();
    var created = frontend.clock.instant();
    var range = "{\"from\":\"%s\",\"until\":\"%s\"}".formatted(created.minusSeconds(180), created);
    assertThat(frontend.post(path + "/often:backfill", range).requireOk().json().get("fires"))
        .hasSize(3)
        .allSatisfy(fire -> assertThat(fire.get("cause").asText()).isEqualTo("BACKFILL"));
    var triggered = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      triggered.add(0, frontend.post(path + "/often:trigger", "{}").json().get("taskId").asText());
    }

    frontend.clock.advance(Duration.ofMillis(1));
    triggered.add(0, frontend.post(path + "/often:trigger", "{}").json().get("taskId").asText());

    var fires = frontend.get(path + "/often/fires").requireOk().json().get("fires");
    assertThat(fires).extracting(fire -> fire.path("cause").asText()).hasSize(7);
    assertThat(fires.get(0).get("taskId").asText()).isEqualTo(triggered.get(0));
    assertThat(causes(fires)).containsOnly("TRIGGER", "BACKFILL");
    assertThat(causes(fires).subList(4, 7)).containsOnly("BACKFILL");
    var backfilled = frontend.get("/v1/tasks/" + fires.get(6).get("taskId").asText()).json();
    assertThat(backfilled.at("/periodic/fireAt")).isEqualTo(fires.get(6).get("at"));
    var page = frontend.get(path + "/often/fires?pageSize=2").requireOk().json();
    assertThat(page.get("fires")).as("those of one instant are not parted").hasSize(4);
    var rest =
        frontend
            .get(path + "/often/fires?before=" + page.get("nextBefore").asText())
            .requireOk()
            .json();
    assertThat(causes(rest.get("fires"))).containsExactly("BACKFILL", "BACKFILL", "BACKFILL");
  }

  @Test
  void showsNoFiresBeforeTheChangeOfAScheduleThatHaveNoTask() {
    frontend.post(path, OFTEN.replace("60s", "120s")).requireOk();
    var created = frontend.clock.instant();
    var range = "{\"from\":\"%s\",\"until\":\"%s\"}".formatted(created.minusSeconds(600), created);
    var backfilled = frontend.post(path + "/often:backfill", range).requireOk().json().get("fires");
    frontend.clock.advance(Duration.ofMinutes(10));
    frontend.put(path + "/often", OFTEN).requireOk();
    frontend.clock.advance(Duration.ofMinutes(2));

    var fires =
        frontend
            .get(path + "/often/fires?after=" + created.minusSeconds(600))
            .requireOk()
            .json()
            .get("fires");
    var shown = StreamSupport.stream(fires.spliterator(), false).toList();

    assertThat(shown)
        .filteredOn(fire -> fire.has("taskId"))
        .as("fires that both schedules have")
        .hasSize(backfilled.size());
    assertThat(shown)
        .filteredOn(fire -> !fire.has("taskId"))
        .hasSize(2)
        .allSatisfy(
            fire -> assertThat(at(fire.get("at"))).isAfter(created.plus(Duration.ofMinutes(10))));
  }

  @Test
  void aFireWithoutATaskSaysWhyWhileThatIsKnown() {
    frontend.post(path, OFTEN).requireOk();
    frontend.clock.advance(Duration.ofMinutes(2));
    assertThat(reasons()).as("nobody has looked yet").containsExactly("NOT_YET", "NOT_YET");

    frontend.post(path + "/often:pause", "{}").requireOk();
    assertThat(reasons()).containsExactly("PAUSED", "PAUSED");

    frontend.post(path + "/often:resume", "{}").requireOk();
    frontend.clock.advance(Duration.ofMinutes(1));
    assertThat(reasons()).containsExactly("NOT_YET", "PAUSED", "PAUSED");

    frontend.put("/v1/lambdas/" + lambda, "{\"retention\":\"60s\"}").requireOk();
    assertThat(reasons()).as("a task would be forgotten").containsExactly("NOT_YET", "", "");
  }

  private List<String> reasons() {
    var fires = new ArrayList<String>();
    frontend
        .get(path + "/often/fires")
        .requireOk()
        .json()
        .get("fires")
        .forEach(fire -> fires.add(fire.path("noTask").asText()));
    return fires;
  }

  @Test
  void hidesFiresOfADeletedTaskOfTheSameName() {
    frontend.post(path, NIGHTLY).requireOk();
    frontend.post(path + "/nightly:trigger", "{}").requireOk();
    frontend.delete(path + "/nightly").requireOk();
    frontend.clock.advance(Duration.ofSeconds(1));
    frontend.post(path, NIGHTLY).requireOk();

    assertThat(frontend.get(path + "/nightly/fires?after=2020-01-01T00:00:00Z&pageSize=5").body())
        .doesNotContain("TRIGGER");
  }

  @Test
  @Tag("P5")
  void aBackfillKeepsToTheRateOfItsLambda() {
    frontend.put("/v1/lambdas/" + lambda, "{\"scheduleRate\":4}").requireOk();
    frontend.clock.advance(Duration.ofSeconds(2));
    frontend.post(path, OFTEN).requireOk();
    var until = frontend.clock.instant();
    var range =
        "{\"from\":\"%s\",\"until\":\"%s\"}".formatted(until.minus(Duration.ofMinutes(10)), until);

    var first = frontend.post(path + "/often:backfill", range).requireOk().json();
    var rest =
        range.replace(
            until.minus(Duration.ofMinutes(10)).toString(), first.get("nextFrom").asText());
    var refused = frontend.post(path + "/often:backfill", rest);
    var trigger = frontend.post(path + "/often:trigger", "{}");
    frontend.clock.advance(Duration.ofSeconds(1));
    var second = frontend.post(path + "/often:backfill", rest).requireOk().json();

    assertThat(first.get("fires")).hasSize(4);
    assertThat(refused.reason()).isEqualTo("QUOTA_EXCEEDED");
    assertThat(refused.body()).contains("retryDelay");
    assertThat(trigger.reason()).isEqualTo("QUOTA_EXCEEDED");
    assertThat(second.get("fires")).hasSize(4);
  }

  @Test
  void aBackfillIsOfThePast() {
    frontend.post(path, NIGHTLY).requireOk();
    var now = frontend.clock.instant();
    var ahead = "{\"from\":\"%s\",\"until\":\"%s\"}".formatted(now, now.plusSeconds(1));

    assertThat(frontend.post(path + "/nightly:backfill", ahead).body())
        .contains("until: ", "not after the server");
    assertThat(frontend.post(path + "/nightly:backfill", "{}").body()).contains("from and until");
  }

  @Test
  @Tag("T19")
  void backfillsThatWaitForTheStoreLeaveThreadsToOthers() {
    frontend.post(path, OFTEN).requireOk();
    var until = frontend.clock.instant();
    var range =
        "{\"from\":\"%s\",\"until\":\"%s\"}".formatted(until.minus(Duration.ofMinutes(10)), until);

    assertRefusedWhileHeld(frontend.store, () -> frontend.post(path + "/often:backfill", range));
  }

  @Test
  @Tag("T19")
  void listsThatWaitForTheStoreLeaveThreadsToOthers() {
    assertRefusedWhileHeld(frontend.plans, () -> frontend.get(path));
  }

  /** The store does not answer while its monitor is held; a caller has half of the calls. */
  private static void assertRefusedWhileHeld(Object store, Supplier<Answer> call) {
    var callers = Executors.newCachedThreadPool();
    synchronized (store) {
      var answers =
          IntStream.rangeClosed(0, 50)
              .mapToObj(i -> CompletableFuture.supplyAsync(call, callers))
              .toList();

      assertThat(CompletableFuture.anyOf(answers.toArray(CompletableFuture<?>[]::new)))
          .succeedsWithin(TestTimeouts.STALL)
          .satisfies(answer -> assertThat(((Answer) answer).reason()).isEqualTo("OVERLOADED"));
    }
    callers.shutdown();
  }

  private static List<String> causes(JsonNode fires) {
    return StreamSupport.stream(fires.spliterator(), false)
        .map(fire -> fire.path("cause").asText())
        .toList();
  }

  private static Instant at(JsonNode time) {
    return Instant.parse(time.asText());
  }
}
