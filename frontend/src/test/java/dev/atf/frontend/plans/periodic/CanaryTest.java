package dev.atf.frontend.plans.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.TestFrontend;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transitions;
import dev.atf.plans.periodic.Fire;
import dev.atf.plans.periodic.Interval;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.row.Plan;
import dev.atf.store.plans.StoredPeriodic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Canaries of lambdas, as registrations and deletions start and stop them. */
final class CanaryTest {
  private static final String CANARY =
      "{\"canary\":{\"every\":\"60s\",\"deadline\":\"20s\",\"json\":{\"width\":1}}}";
  private static int lastLambda;
  private static TestFrontend frontend;
  private LambdaName lambda = new LambdaName("none");
  private String path = "";

  @BeforeAll
  static void start() {
    frontend = new TestFrontend();
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  @BeforeEach
  void name() {
    lambda = new LambdaName("watched-" + ++lastLambda);
    path = "/v1/lambdas/" + lambda;
  }

  @Test
  void registeringALambdaCreatesItsCanaries() {
    var registered = frontend.put(path, CANARY).requireOk().json();

    assertThat(registered.at("/canary/every").asText()).isEqualTo("60s");
    assertThat(frontend.get(path).json().at("/canary/json/width").asInt()).isEqualTo(1);
    var task = canaries().orElseThrow().task();
    assertThat(task.priority()).isEqualTo(new Priority("high"));
    assertThat(task.lifetime()).isEqualTo(Duration.ofSeconds(20));
    assertThat(((Interval) task.schedule().recurrence()).every()).isEqualTo(Duration.ofMinutes(1));
    var contents = frontend.store.findEntity(task.contents()).orElseThrow();
    assertThat(new String(contents.payload().bytes(), StandardCharsets.UTF_8))
        .isEqualTo("{\"width\":1}");
    assertThat(contents.labels()).isEqualTo(Map.of("atf-canary", "true"));
  }

  @Test
  void registeringAgainChangesThemOnlyIfTheyDiffer() {
    frontend.put(path, CANARY).requireOk();
    var first = plan().orElseThrow();

    frontend.put(path, CANARY).requireOk();
    assertThat(plan()).contains(first);

    frontend.put(path, CANARY.replace("60s", "30s").replace("1}", "2}")).requireOk();
    assertThat(canaries().orElseThrow().task().revision()).isEqualTo(2);
    assertThat(canaries().orElseThrow().task().contents())
        .isNotEqualTo(StoredPeriodic.of(first).task().contents());
  }

  @Test
  void registeringWithoutACanaryRemovesThemAndCancelsTheLatest() {
    frontend.put(path, CANARY).requireOk();
    var latest = createCanary();

    frontend.put(path, "{}").requireOk();

    assertThat(plan()).isEmpty();
    assertThat(frontend.get(path).json().has("canary")).isFalse();
    assertThat(frontend.store.find(latest).orElseThrow().status()).isEqualTo(TaskStatus.CANCELLED);
  }

  @Test
  void theyAreShownMarkedAndNeedNoRoom() {
    frontend.put(path, CANARY).requireOk();
    var latest = createCanary();

    var listed = frontend.get(path + "/periodic").requireOk().json().at("/tasks/0");
    var shown = frontend.get("/v1/tasks/" + latest).requireOk().json();

    assertThat(listed.get("name").asText()).isEqualTo("atf-canary");
    assertThat(listed.get("canary").asBoolean()).isTrue();
    assertThat(listed.at("/lastFire/taskId").asText()).isEqualTo(latest.value());
    assertThat(shown.at("/periodic/canary").asBoolean()).isTrue();
    assertThat(shown.at("/periodic/name").asText()).isEqualTo("atf-canary");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, '', '{\"name\":\"atf-canary\",\"schedule\":{\"every\":\"60s\"}}'",
    "PUT, /atf-canary, '{\"schedule\":{\"every\":\"60s\"}}'",
    "DELETE, /atf-canary, ''",
    "POST, /atf-canary:pause, '{}'",
    "POST, /atf-canary:resume, '{}'",
    "POST, /atf-canary:trigger, '{}'",
    "POST, /atf-canary:backfill, '{}'",
  })
  void callsOfPeriodicTasksDoNotChangeThem(String method, String call, String body) {
    frontend.put(path, CANARY).requireOk();
    var before = plan();

    var at = path + "/periodic" + call;
    var refused =
        switch (method) {
          case "PUT" -> frontend.put(at, body);
          case "DELETE" -> frontend.delete(at);
          default -> frontend.post(at, body);
        };

    assertThat(refused.reason()).isEqualTo("FIELD_INVALID");
    assertThat(refused.body())
        .contains("name: atf-canary (expected: another name: RegisterLambda sets the canaries");
    assertThat(plan()).isEqualTo(before);
  }

  @Test
  void theyKeepNoLambdaFromBeingDeletedAndEndWithIt() {
    frontend.put(path, CANARY).requireOk();
    var latest = createCanary();

    assertThat(frontend.delete(path).reason()).isEqualTo("LAMBDA_CLOSING");

    assertThat(plan()).isEmpty();
    assertThat(frontend.store.find(latest).orElseThrow().status()).isEqualTo(TaskStatus.CANCELLED);
    frontend.clock.advance(Duration.ofHours(1));
    frontend.delete(path).requireOk();
    assertThat(frontend.lambdas.find(lambda)).isEmpty();
  }

  @Test
  void aRefusedDeletionLeavesThemAlone() {
    frontend.put(path, CANARY).requireOk();
    frontend.post(path + "/tasks", "{\"delay\":\"3600s\"}").requireOk();

    assertThat(frontend.delete(path).reason()).isEqualTo("LAMBDA_NOT_EMPTY");

    assertThat(plan()).isPresent();
  }

  @Test
  void aFailedCanaryIsNotRedriven() {
    frontend.put(path, CANARY).requireOk();
    var latest = createCanary();
    var definition = frontend.lambdas.find(lambda).orElseThrow();
    var failure = FrameworkFailure.DEADLINE_EXCEEDED.because("no worker");
    var ending = Ending.at(frontend.clock.instant(), definition);
    frontend.store.apply(Transitions.giveUp(latest, 0, Outcome.failure("", failure), ending));

    var answer =
        frontend
            .post(path + "/tasks:redrive", "{\"taskIds\":[\"" + latest + "\"]}")
            .requireOk()
            .json();

    assertThat(answer.get("redriven").asInt()).isZero();
    assertThat(answer.get("refused").get(0).toString()).contains("TASK_NOT_DEAD", "is a canary");
    var dead = frontend.get(path + "/tasks?state=dead").requireOk().json();
    assertThat(dead.path("tasks")).isEmpty();
    assertThat(frontend.get(path).json().at("/live/dead").asLong()).isZero();
  }

  /** Creates a canary, as a store consumer does, and returns its id. */
  private TaskId createCanary() {
    var now = frontend.clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var row = plan().orElseThrow();
    var there = StoredPeriodic.of(row);
    var definition = frontend.lambdas.find(lambda).orElseThrow();
    var header =
        there
            .task()
            .header(Fire.member(now), now, definition.shards(), definition.retention(), now);
    assertThat(frontend.store.create(Association.scheduled(header))).isTrue();
    frontend.plans.put(
        new StoredPeriodic(there.task(), there.state().withLast(now)).next(row, row.alarmAt()));
    return header.taskId();
  }

  private Optional<Plan> plan() {
    return frontend.plans.find(PeriodicTask.planId(lambda, PeriodicName.CANARY));
  }

  private Optional<StoredPeriodic> canaries() {
    return plan().map(StoredPeriodic::of);
  }
}
