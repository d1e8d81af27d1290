package dev.atf.frontend.plans.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.task.TaskEntity;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.MemberRegistry;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.StoredPeriodic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Periodic tasks as their owner creates, sees, changes and deletes them. */
final class PeriodicTest {
  private static final String NIGHTLY =
      "{\"name\":\"nightly\",\"schedule\":{\"cron\":\"30 2 * * *\",\"timeZone\":\"Europe/Berlin\"},"
          + "\"json\":{\"report\":\"sales\"},\"labels\":{\"team\":\"blue\"}}";
  private static int lastLambda;
  private static TestFrontend frontend;
  private String path = "";
  private LambdaName lambda = new LambdaName("none");

  @BeforeAll
  static void start() {
    frontend = new TestFrontend();
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  @BeforeEach
  void register() {
    lambda = frontend.registered("periodic-" + ++lastLambda);
    path = "/v1/lambdas/" + lambda + "/periodic";
  }

  @Test
  void createdPeriodicTaskCanBeRead() {
    var created = frontend.post(path, NIGHTLY).requireOk().json();
    var read = frontend.get(path + "/nightly").requireOk().json();

    assertThat(created.has("json")).as("who makes it may not be one who may read").isFalse();
    assertThat(read.at("/json/report").asText()).isEqualTo("sales");
    assertThat(read.at("/labels/team").asText()).isEqualTo("blue");
    assertThat(read.at("/schedule/timeZone").asText()).isEqualTo("Europe/Berlin");
    assertThat(read.at("/overlap").asText()).isEqualTo("SKIP");
    assertThat(read.at("/catchUp/mode").asText()).isEqualTo("LATEST");
    assertThat(read.at("/revision").asText()).isEqualTo("1");
    assertThat(read.at("/nextFires")).hasSize(5);
    assertThat(plan("nightly").alarmAt()).isEqualTo(at(read.at("/nextFires/0/at")));
    assertThat(contents("nightly").expiresAt()).isEqualTo(TaskEntity.NEVER);
  }

  @Test
  void saysWhyItDoesNotFire() {
    frontend.post(path, NIGHTLY).requireOk();
    var waits = explained();
    frontend.post("/v1/lambdas/" + lambda + ":setGate", "{\"state\":\"PAUSED\"}").requireOk();
    var gated = explained();
    frontend.post(path + "/nightly:pause", "{}").requireOk();
    var paused = explained();

    assertThat(waits.at("/reasons/0/code").asText()).isEqualTo("NEXT_FIRE");
    assertThat(waits.get("summary").asText())
        .startsWith("Its next fire is at ")
        .contains("`./atf periodic trigger " + lambda + " nightly`");
    assertThat(gated.at("/reasons/0/code").asText()).isEqualTo("LAMBDA_PAUSED");
    assertThat(gated.at("/reasons/1/code").asText()).isEqualTo("NEXT_FIRE");
    assertThat(paused.at("/reasons/0/code").asText()).isEqualTo("PERIODIC_PAUSED");
    assertThat(paused.at("/reasons/0/remedy").asText())
        .contains("`./atf periodic resume " + lambda + " nightly`");
    assertThat(frontend.get(path + "/none:explain").reason()).isEqualTo("PERIODIC_NOT_FOUND");
  }

  @Test
  void nextFireIsTheOneThatGetPeriodicShowsWhileItWaitsForItsJitter() {
    frontend
        .post(
            path,
            NIGHTLY.replace(
                "\"timeZone\"",
                "\"jitter\":\"3600s\",\"until\":\""
                    + frontend.clock.instant().plus(Duration.ofDays(1))
                    + "\",\"timeZone\""))
        .requireOk();
    var last = frontend.get(path + "/nightly").json().at("/nextFires/0");
    advanceTo(at(last.get("at")).plusMillis(1));
    var shown = frontend.get(path + "/nightly").json().at("/nextFires");

    var explained = explained();
    frontend.members.leave(MemberRegistry.STORE_CONSUMERS, "consumer-1");
    var stopped = explained();
    frontend.beatStoreConsumer(Instant.parse("9999-01-01T00:00:00Z"));

    assertThat(shown).hasSize(1);
    assertThat(explained.at("/reasons/0/code").asText()).isEqualTo("NEXT_FIRE");
    assertThat(explained.at("/reasons/0/until")).isEqualTo(shown.at("/0/dueAt"));
    assertThat(stopped.at("/reasons/0/code").asText()).isEqualTo("STORE_CONSUMERS_SILENT");
  }

  private JsonNode explained() {
    return frontend.get(path + "/nightly:explain").requireOk().json();
  }

  @Test
  void theSameDefinitionMayBeMadeAgainAndAnotherMayNot() {
    frontend.post(path, NIGHTLY).requireOk();
    var before = plan("nightly");

    frontend.post(path, NIGHTLY).requireOk();
    var other = frontend.post(path, NIGHTLY.replace("sales", "costs"));
    var later = frontend.post(path, NIGHTLY.replace("30 2", "30 3"));

    assertThat(plan("nightly")).isEqualTo(before);
    assertThat(other.reason()).isEqualTo("PERIODIC_EXISTS");
    assertThat(later.reason()).isEqualTo("PERIODIC_EXISTS");
    assertThat(later.status()).isEqualTo(409);
  }

  @Test
  void everythingThatIsWrongIsSaidAtOnce() {
    var refused =
        frontend.post(
            path,
            "{\"name\":\"/\",\"schedule\":{\"cron\":\"61 * * * *\",\"jitter\":\"-1s\"},"
                + "\"priority\":\"urgent\",\"catchUp\":{\"mode\":\"ALL\",\"max\":1001},"
                + "\"lifetime\":\"0s\"}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body())
        .contains("schedule.cron: 61 * * * * (expected: minutes of 0 to 59, not 61)")
        .contains("schedule.jitter: ")
        .contains("name: / (expected: ")
        .contains("priority: urgent (expected: one of high, normal, low)")
        .contains("catchUp.max: 1001 (expected: 0 to 1000)")
        .contains("lifetime: PT0S (expected: more than 0s, at most");
  }

  @Test
  void aScheduleIsCronOrEveryAndFiresAtAll() {
    assertThat(refusal("{}")).contains("schedule: neither cron nor every (expected: one of");
    assertThat(refusal("{\"cron\":\"@daily\",\"every\":\"60s\"}"))
        .contains("schedule: cron and every (expected: one of the two)");
    assertThat(refusal("{\"every\":\"0.5s\"}"))
        .contains("schedule.every: 500ms (expected: 1s to 366 days)");
    assertThat(refusal("{\"cron\":\"@daily\",\"timeZone\":\"Mars/Olympus\"}"))
        .contains("schedule.timeZone: Mars/Olympus (expected: a zone of the tz database");
    assertThat(refusal("{\"cron\":\"0 0 30 2 *\"}"))
        .contains("schedule.cron: 0 0 30 2 * (expected: a date that exists in some year)");
    assertThat(
            refusal(
                "{\"cron\":\"@daily\",\"startAt\":\"2030-01-02T00:00:00Z\","
                    + "\"until\":\"2030-01-01T00:00:00Z\"}"))
        .contains("schedule.until: 2030-01-01T00:00:00Z (expected: after schedule.startAt");
  }

  private String refusal(String schedule) {
    var refused = frontend.post(path, "{\"name\":\"any\",\"schedule\":" + schedule + "}");
    assertThat(refused.status()).isEqualTo(400);
    return refused.json().get("message").asText();
  }

  @Test
  void anUpdateReplacesTheDefinitionAndItsContents() {
    frontend.post(path, NIGHTLY).requireOk();
    var oldContents = contents("nightly").taskId();

    var updated =
        frontend
            .put(
                path + "/nightly",
                "{\"schedule\":{\"every\":\"60s\"},\"overlap\":\"ALLOW\",\"json\":7}")
            .requireOk()
            .json();

    assertThat(updated.at("/revision").asText()).isEqualTo("2");
    assertThat(updated.at("/schedule/every").asText()).isEqualTo("60s");
    assertThat(frontend.get(path + "/nightly").json().at("/json").asInt()).isEqualTo(7);
    assertThat(contents("nightly").taskId()).isNotEqualTo(oldContents);
    assertThat(contents("nightly").expiresAt()).isEqualTo(TaskEntity.NEVER);
    assertThat(frontend.store.findEntity(oldContents).orElseThrow().expiresAt())
        .as("tasks that were created may still run")
        .isAfter(frontend.clock.instant().plus(Duration.ofDays(37)))
        .isBefore(frontend.clock.instant().plus(Duration.ofDays(60)));
  }

  @Test
  void anUpdateOfAnotherRevisionIsRefused() {
    frontend.post(path, NIGHTLY).requireOk();
    var update = "{\"schedule\":{\"every\":\"60s\"},\"expectedRevision\":\"%d\"}";

    assertThat(frontend.put(path + "/nightly", update.formatted(2)).reason())
        .isEqualTo("CHANGED_MEANWHILE");
    frontend.put(path + "/nightly", update.formatted(1)).requireOk();
    assertThat(frontend.put(path + "/other", update.formatted(0)).reason())
        .isEqualTo("PERIODIC_NOT_FOUND");
  }

  @Test
  void aPausedTaskRestsUntilItIsResumed() {
    frontend.post(path, NIGHTLY).requireOk();

    var paused = frontend.post(path + "/nightly:pause", "{}").requireOk().json();
    var version = plan("nightly").version();
    frontend.post(path + "/nightly:pause", "{}").requireOk();
    assertThat(paused.get("paused").asBoolean()).isTrue();
    assertThat(paused.has("nextFires")).isFalse();
    assertThat(plan("nightly").alarmAt()).isNull();
    assertThat(plan("nightly").version()).as("a second time changes nothing").isEqualTo(version);
    assertThat(names(frontend.get(path).json())).containsExactly("nightly");

    frontend.post(path + "/nightly:resume", "{}").requireOk();
    assertThat(plan("nightly").alarmAt()).isNotNull();
    assertThat(state("nightly").paused()).isFalse();
  }

  @Test
  void deletingAPeriodicTaskExpiresItsContents() {
    frontend.post(path, NIGHTLY).requireOk();
    var contents = contents("nightly").taskId();

    frontend.delete(path + "/nightly").requireOk();

    assertThat(frontend.get(path + "/nightly").reason()).isEqualTo("PERIODIC_NOT_FOUND");
    assertThat(frontend.delete(path + "/nightly").reason()).isEqualTo("PERIODIC_NOT_FOUND");
    assertThat(frontend.get(path).json().get("tasks")).isEmpty();
    assertThat(frontend.store.findEntity(contents).orElseThrow().expiresAt())
        .isBefore(TaskEntity.NEVER);
  }

  @Test
  void aListIsReadPageByPageWithThoseAtRest() {
    for (int i = 0; i < 5; i++) {
      frontend.post(path, NIGHTLY.replace("nightly", "n" + i)).requireOk();
    }
    frontend.post(path + "/n3:pause", "{}").requireOk();

    var names = new HashSet<String>();
    var token = "";
    int pages = 0;
    do {
      var page = frontend.get(path + "?pageSize=2&pageToken=" + token).requireOk().json();
      names.addAll(names(page));
      token = page.path("nextPageToken").asText();
      pages++;
    } while (!token.isEmpty());

    assertThat(names).containsExactlyInAnyOrder("n0", "n1", "n2", "n3", "n4");
    assertThat(pages).isBetween(3, 4);
    assertThat(frontend.get(path + "?pageToken=forged").reason()).isEqualTo("PAGE_TOKEN_INVALID");
  }

  @Test
  @Tag("P6")
  void aLambdaHasSoManyPeriodicTasks() {
    for (int i = 0; i < TestFrontend.PLANS_MAX; i++) {
      frontend.post(path, NIGHTLY.replace("nightly", "n" + i)).requireOk();
    }
    frontend.post(path + "/n1:pause", "{}").requireOk();

    var refused = frontend.post(path, NIGHTLY);
    var known = frontend.post(path, NIGHTLY.replace("nightly", "n3"));
    frontend.delete(path + "/n3").requireOk();

    assertThat(refused.reason()).isEqualTo("PERIODIC_TOO_MANY");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.body()).contains("has 30 periodic tasks (expected: fewer than 30");
    assertThat(known.status()).isEqualTo(200);
    frontend.post(path, NIGHTLY).requireOk();
  }

  @Test
  void aScheduleIsPreviewedBeforeItIsCreated() {
    var spring =
        frontend
            .post(
                path + ":preview",
                "{\"schedule\":{\"cron\":\"30 2 * * *\",\"timeZone\":\"Europe/Berlin\"},"
                    + "\"after\":\"2024-03-30T12:00:00Z\",\"count\":2}")
            .requireOk()
            .json();

    assertThat(spring.get("fires")).hasSize(2);
    assertThat(at(spring.at("/fires/0/at"))).isEqualTo("2024-03-31T01:00:00Z");
    assertThat(at(spring.at("/fires/1/at"))).isEqualTo("2024-04-01T00:30:00Z");
    assertThat(frontend.post(path + ":preview", "{}").body()).contains("schedule: not given");
    assertThat(frontend.post(path + ":preview", "{\"name\":\"x\"}").reason())
        .isEqualTo("PERIODIC_NOT_FOUND");
  }

  @Test
  void aDayThatMostMonthsHaveIsCreatedAndListed() {
    var nearest = NIGHTLY.replace("30 2 * * *", "0 0 30W * *");

    var created = frontend.post(path, nearest).requireOk().json();

    assertThat(created.at("/nextFires")).hasSize(5);
    assertThat(frontend.get(path + "/nightly").requireOk().json().at("/nextFires")).hasSize(5);
    assertThat(names(frontend.get(path).requireOk().json())).containsExactly("nightly");
  }

  @Test
  void aScheduleOfTheLastYearThatTimesCanNameIsListed() {
    var last =
        "{\"name\":\"last\",\"schedule\":{\"cron\":\"@daily\",\"startAt\":\"9999-12-29T00:00:00Z\","
            + "\"jitter\":\"3600s\"}}";

    var created = frontend.post(path, last).requireOk().json();

    assertThat(created.at("/nextFires")).hasSize(3);
    assertThat(names(frontend.get(path).requireOk().json())).containsExactly("last");
  }

  @Test
  @Tag("P12")
  void aRowThatCannotBeReadIsListedExplainedPausedAndDeleted() {
    frontend.post(path, NIGHTLY).requireOk();
    frontend.post(path, NIGHTLY.replace("nightly", "other")).requireOk();
    var contents = contents("nightly").taskId();
    var why = "schedule.timeZone: Europe/Berlix (expected: a zone of the tz database";
    unread("nightly");

    var listed = frontend.get(path).requireOk().json();
    assertThat(names(listed)).containsExactlyInAnyOrder("nightly", "other");
    assertThat(StreamSupport.stream(listed.get("tasks").spliterator(), false))
        .filteredOn(task -> task.get("name").asText().equals("nightly"))
        .allSatisfy(task -> assertThat(task.path("unreadable").asText()).startsWith(why));
    var shown = frontend.get(path + "/nightly").requireOk().json();
    assertThat(shown.path("unreadable").asText()).startsWith(why);
    assertThat(shown.at("/json/report").asText()).isEqualTo("sales");
    var explained = explained();
    assertThat(explained.at("/reasons/0/code").asText()).isEqualTo("PLAN_UNREADABLE");
    assertThat(explained.get("summary").asText())
        .contains("eriodic task nightly of lambda " + lambda, why)
        .contains("`./atf periodic delete " + lambda + " nightly`");
    for (var call : List.of(":resume", ":trigger")) {
      var refused = frontend.post(path + "/nightly" + call, "{}");
      assertThat(refused.reason()).isEqualTo("PLAN_UNREADABLE");
      assertThat(refused.body()).contains("periodic nightly of lambda " + lambda, why);
    }
    assertThat(frontend.post(path, NIGHTLY).reason()).isEqualTo("PLAN_UNREADABLE");

    var paused = frontend.post(path + "/nightly:pause", "{}").requireOk().json();
    assertThat(paused.get("paused").asBoolean()).isTrue();
    assertThat(paused.path("unreadable").asText()).startsWith(why);
    assertThat(plan("nightly").alarmAt()).isNull();
    assertThat(names(frontend.get(path).requireOk().json())).contains("nightly");

    frontend.delete(path + "/nightly").requireOk();
    assertThat(names(frontend.get(path).requireOk().json())).containsExactly("other");
    assertThat(frontend.store.findEntity(contents).orElseThrow().expiresAt())
        .isBefore(TaskEntity.NEVER);
  }

  /** Writes a row as another version would, with a time zone that is unknown here. */
  private void unread(String name) {
    var plan = plan(name);
    var state = new String(plan.state().value(), StandardCharsets.ISO_8859_1);
    var changed = state.replace("Europe/Berlin", "Europe/Berlix");
    assertThat(changed).isNotEqualTo(state);
    var bytes = new Bytes(changed.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(frontend.plans.put(plan.next(bytes, plan.alarmAt())))
        .isInstanceOf(PlanResult.Written.class);
  }

  @Test
  void aPauseWhileAFireWaitsForItsJitterDoesNotCostIt() {
    frontend
        .post(path, NIGHTLY.replace("\"timeZone\"", "\"jitter\":\"3600s\",\"timeZone\""))
        .requireOk();
    var first = frontend.get(path + "/nightly").json().at("/nextFires/0");

    advanceTo(at(first.get("at")).plusMillis(1));
    frontend.post(path + "/nightly:pause", "{}").requireOk();
    advanceTo(at(first.get("dueAt")).minusMillis(1));
    var resumed = frontend.post(path + "/nightly:resume", "{}").requireOk().json();
    var previewed = frontend.post(path + ":preview", "{\"name\":\"nightly\"}").requireOk().json();

    assertThat(resumed.at("/nextFires/0/at")).isEqualTo(first.get("at"));
    assertThat(previewed.at("/fires/0/at")).isEqualTo(first.get("at"));
    assertThat(plan("nightly").alarmAt()).isEqualTo(at(first.get("dueAt")));
  }

  private static void advanceTo(Instant at) {
    frontend.clock.advance(Duration.between(frontend.clock.instant(), at));
  }

  @Test
  @Tag("P8")
  void aLambdaWithPeriodicTasksIsNotDeleted() {
    frontend.post(path, NIGHTLY).requireOk();
    frontend.post(path + "/nightly:pause", "{}").requireOk();

    var refused = frontend.delete("/v1/lambdas/" + lambda);

    assertThat(refused.reason()).isEqualTo("LAMBDA_NOT_EMPTY");
    assertThat(refused.body()).contains("periodic tasks");
  }

  private Plan plan(String name) {
    return frontend
        .plans
        .find(PeriodicTask.planId(lambda, new PeriodicName(name)))
        .filter(plan -> plan.kind() == PlanKind.PERIODIC)
        .orElseThrow();
  }

  private dev.atf.plans.periodic.PeriodicState state(String name) {
    return StoredPeriodic.of(plan(name)).state();
  }

  private TaskEntity contents(String name) {
    TaskId id = StoredPeriodic.of(plan(name)).task().contents();
    return frontend.store.findEntity(id).orElseThrow();
  }

  private static List<String> names(JsonNode page) {
    return StreamSupport.stream(page.path("tasks").spliterator(), false)
        .map(task -> task.get("name").asText())
        .toList();
  }

  private static Instant at(JsonNode time) {
    return Instant.parse(time.asText());
  }
}
