package dev.atf.frontend.plans.condition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.Answer;
import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.Failure;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.rate.Ramp;
import dev.atf.model.task.Association;
import dev.atf.model.task.BlockTransitions;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.condition.Blocking;
import dev.atf.plans.condition.ConditionDecision;
import dev.atf.plans.condition.ConditionPhase;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.TransitionResult;
import dev.atf.store.plans.ConditionCodec;
import dev.atf.store.plans.PlanResult;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Conditions as the frontend shows and changes them. */
final class ConditionServiceTest {
  private static final LambdaName ORDERS = new LambdaName("orders");
  private static final LambdaName PROBE = new LambdaName("probe");
  private static final ConditionName DB = new ConditionName("orders-db");
  private static final String CONDITIONS = "/v1/lambdas/orders/conditions";

  private final TestFrontend frontend = new TestFrontend();
  private final Pipeline pipeline = new Pipeline(frontend);

  @BeforeEach
  void register() {
    frontend.put("/v1/lambdas/orders", "{\"dispatch\":\"POLLED\"}").requireOk();
    frontend.put("/v1/lambdas/probe", "{\"dispatch\":\"POLLED\"}").requireOk();
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  void showsAClosedConditionWithTheTasksThatWait() {
    blocked(DB, true);
    blocked(DB, true);

    var shown = condition(DB);

    assertThat(shown.get("lambda").asText()).isEqualTo("orders");
    assertThat(shown.get("name").asText()).isEqualTo("orders-db");
    assertThat(shown.get("phase").asText()).isEqualTo("CLOSED");
    assertThat(shown.get("since")).isEqualTo(shown.get("closedAt"));
    assertThat(shown.get("reason").asText()).isEqualTo("connection refused");
    assertThat(shown.path("holdsLambda").asBoolean()).isTrue();
    assertThat(shown.get("testerLambda").asText()).isEqualTo("probe");
    assertThat(shown.get("waiting").asInt()).isEqualTo(2);
    assertThat(shown.path("waitingMore").asBoolean()).isFalse();
    assertThat(shown.path("tests").asInt()).isZero();
  }

  @Test
  void countsWaitingTasksUpToAThousand() {
    blocked(DB, false);
    var id = row(DB).plan().id();
    var header = tester(row(DB)).header();
    for (int i = 0; i < 1_000; i++) {
      var taskId = new TaskId("%032x".formatted(i));
      frontend.plans.putPart(ConditionRow.part(id, header.withTaskId(taskId)));
    }

    assertThat(condition(DB).get("waiting").asInt()).isEqualTo(1_000);
    assertThat(condition(DB).path("waitingMore").asBoolean()).isTrue();
  }

  @Test
  void tellsOfTheTestersOfAClosing() {
    blocked(DB, false);
    var first = testerOf(row(DB));
    pipeline.failFatally(pipeline.run(first), new Failure("ODD", "no such host", "", false));
    retest();
    var second = testerOf(row(DB));
    for (int i = 0; i < 3; i++) {
      pipeline.failRetriably(
          pipeline.run(second),
          new Failure("RETRY_LATER", "tcp db:5432: refused", "", true),
          Duration.ofSeconds(27));
      frontend.clock.advance(Duration.ofSeconds(i < 2 ? 27 : 0));
    }

    var shown = condition(DB);

    assertThat(shown.path("tests").asInt()).isEqualTo(4);
    assertThat(shown.get("testerTaskId").asText()).isEqualTo(second).isNotEqualTo(first);
    assertThat(shown.get("testerStatus").asText()).isEqualTo("RETRIABLE_FAILURE");
    assertThat(shown.get("failure").get("message").asText()).isEqualTo("tcp db:5432: refused");
    assertThat(Instant.parse(shown.get("nextTestAt").asText())).isEqualTo(now().plusSeconds(27));
  }

  @Test
  @Tag("P12")
  void listsAConditionThatCannotBeReadByItsName() {
    blocked(new ConditionName("a-cache"), false);
    var waits = blocked(DB, false);
    var plan = row(DB).plan();
    frontend.plans.put(plan.next(new Bytes(new byte[] {10, 99}), plan.alarmAt()));

    var all = frontend.get(CONDITIONS).requireOk().json().get("conditions");

    assertThat(all.findValuesAsText("name")).containsExactlyInAnyOrder("a-cache", "orders-db");
    assertThat(all.findValuesAsText("unreadable")).hasSize(1);
    assertThat(frontend.get(CONDITIONS + "/orders-db").reason()).isEqualTo("PLAN_UNREADABLE");
    var explained = explain(waits);
    assertThat(explained.at("/reasons/0/code").asText()).isEqualTo("PLAN_UNREADABLE");
    assertThat(explained.get("summary").asText())
        .contains(
            "Condition orders-db of lambda orders cannot be read by this version, so the task")
        .contains("`./atf condition list orders`");
  }

  @Test
  void listsThoseThatAreNotClearFirst() {
    blocked(new ConditionName("a-cache"), false);
    blocked(DB, false);
    var cleared = row(new ConditionName("a-cache"));
    put(((ConditionDecision.Put) released(put(cleared.released("ops", now())))).row());

    var all = frontend.get(CONDITIONS).requireOk().json().get("conditions");
    var page = frontend.get(CONDITIONS + "?pageSize=1").requireOk().json();
    var next =
        frontend
            .get(CONDITIONS + "?pageSize=1&pageToken=" + page.get("nextPageToken").asText())
            .requireOk()
            .json();

    assertThat(all.findValuesAsText("name")).containsExactly("orders-db", "a-cache");
    assertThat(all.findValuesAsText("phase")).containsExactly("CLOSED", "CLEAR");
    assertThat(page.get("conditions").findValuesAsText("name")).containsExactly("orders-db");
    assertThat(next.get("conditions").findValuesAsText("name")).containsExactly("a-cache");
    assertThat(frontend.get("/v1/lambdas/probe/conditions").requireOk().json().path("conditions"))
        .isEmpty();
  }

  @Test
  void testBringsTheRetryOfTheTesterForward() {
    blocked(DB, false);
    var tester = testerOf(row(DB));
    pipeline.failRetriably(
        pipeline.run(tester), new Failure("DOWN", "", "", true), Duration.ofMinutes(5));

    post("orders-db:test").requireOk();
    var shown = post("orders-db:test").requireOk().json();

    assertThat(Objects.requireNonNull(frontend.association(tester).trigger()).at())
        .isEqualTo(now());
    assertThat(Instant.parse(shown.get("nextTestAt").asText())).isEqualTo(now());
    assertThat(row(DB).plan().version()).isEqualTo(1);
  }

  @Test
  void testLeavesATestThatIsInProgress() {
    blocked(DB, false);
    var tester = testerOf(row(DB));
    pipeline.run(tester);
    var before = frontend.association(tester);

    var shown = post("orders-db:test").requireOk().json();

    assertThat(frontend.association(tester)).isEqualTo(before);
    assertThat(shown.has("nextTestAt")).isFalse();
  }

  @Test
  void testBringsTheAlarmOfTheNextTesterForward() {
    blocked(DB, false);
    var tester = testerOf(row(DB));
    pipeline.failFatally(pipeline.run(tester), new Failure("ODD", "", "", false));
    retest();
    assertThat(row(DB).plan().alarmAt()).isAfter(now());

    var shown = post("orders-db:test").requireOk().json();

    assertThat(row(DB).plan().alarmAt()).isEqualTo(now());
    assertThat(row(DB).plan().version()).isEqualTo(3);
    assertThat(row(DB).state().testers()).isEqualTo(2);
    assertThat(shown.has("testerStatus")).isFalse();
  }

  @Test
  void testOfAClearConditionIsRefused() {
    blocked(DB, false);
    put(row(DB).released("ops", now()));

    var refused = post("orders-db:test");

    assertThat(refused.body()).contains("CONDITION_NOT_CLOSED", "orders-db", "is CLEAR");
    assertThat(row(DB).plan().version()).isEqualTo(2);
  }

  @Test
  void releaseClearsAConditionWhateverItsTestsSay() {
    blocked(DB, true);
    frontend.clock.advance(Duration.ofSeconds(5));

    var shown = post("orders-db:release").requireOk().json();

    assertThat(shown.get("phase").asText()).isEqualTo("CLEAR");
    assertThat(shown.get("releasedBy").asText()).isEqualTo("a client");
    assertThat(Instant.parse(shown.get("since").asText())).isEqualTo(now());
    assertThat(row(DB).state().phase()).isEqualTo(ConditionPhase.CLEAR);
    assertThat(row(DB).plan().alarmAt()).isEqualTo(now());
  }

  @Test
  void releaseMayBeRepeated() {
    blocked(DB, false);
    var first = post("orders-db:release").requireOk().json();
    frontend.clock.advance(Duration.ofSeconds(5));

    assertThat(post("orders-db:release").requireOk().json()).isEqualTo(first);
  }

  @Test
  void whatIsNotThereIsNotFound() {
    assertThat(frontend.get(CONDITIONS + "/orders-db").body()).contains("CONDITION_NOT_FOUND");
    assertThat(post("orders-db:test").body()).contains("CONDITION_NOT_FOUND");
    assertThat(post("orders-db:release").body()).contains("CONDITION_NOT_FOUND");
    assertThat(frontend.get("/v1/lambdas/none/conditions").body()).contains("LAMBDA_NOT_FOUND");
    assertThat(frontend.get(CONDITIONS + "/Orders").body()).contains("FIELD_INVALID", "condition");
    assertThat(frontend.get(CONDITIONS + "?pageSize=-1").body()).contains("pageSize");
    assertThat(frontend.get(CONDITIONS + "?pageToken=x").body()).contains("PAGE_TOKEN_INVALID");
  }

  @Test
  void aBlockedTaskShowsItsConditionAndIsListed() {
    var taskId = blocked(DB, false);
    var other = schedule();

    var shown = frontend.get("/v1/tasks/" + taskId).requireOk().json();

    assertThat(shown.get("status").asText()).isEqualTo("BLOCKED");
    assertThat(shown.get("condition").asText()).isEqualTo("orders-db");
    assertThat(shown.get("blockedCount").asInt()).isEqualTo(1);
    assertThat(listed("blocked")).containsExactly(taskId);
    assertThat(listed("pending")).containsExactlyInAnyOrder(taskId, other);
    assertThat(listed("running")).isEmpty();
  }

  @Test
  void aTaskThatIsBlockedNoMoreShowsNoCondition() {
    var taskId = blocked(DB, false);
    frontend.store.apply(BlockTransitions.unblock(frontend.association(taskId), now(), ""));

    var shown = frontend.get("/v1/tasks/" + taskId).requireOk().json();

    assertThat(shown.has("condition")).isFalse();
    assertThat(shown.get("blockedCount").asInt()).isEqualTo(1);
    assertThat(listed("blocked")).isEmpty();
  }

  @Test
  void aTesterSaysWhatItTests() {
    blocked(DB, false);
    var tester = testerOf(row(DB));

    var shown = frontend.get("/v1/tasks/" + tester).requireOk().json().get("tests");
    var explained = explain(tester);

    assertThat(shown.get("lambda").asText()).isEqualTo("orders");
    assertThat(shown.get("name").asText()).isEqualTo("orders-db");
    assertThat(explained.get("reasons").findValuesAsText("code")).contains("TEST_OF_CONDITION");
    assertThat(explained.get("reasons").findValuesAsText("message"))
        .contains("it tests condition orders-db of lambda orders");
  }

  @Test
  void explainsABlockedTask() {
    var taskId = blocked(DB, false);
    blocked(DB, false);
    var tester = testerOf(row(DB));
    pipeline.failRetriably(
        pipeline.run(tester),
        new Failure("RETRY_LATER", "tcp db:5432: Connection refused", "", true),
        Duration.ofSeconds(27));

    var explained = explain(taskId);

    assertThat(explained.get("summary").asText())
        .startsWith(
            "With 1 other it waits for condition orders-db: tcp db:5432: Connection refused;"
                + " tested 1 time, next test in 27 s")
        .contains("its tester cannot run: no worker host serves lambda probe now");
    assertThat(explained.get("reasons").findValuesAsText("code")).containsExactly("BLOCKED");
  }

  @Test
  void explainsABlockedTaskWhoseTesterHasNoLambda() {
    var taskId = blocked(DB, false);
    assertThat(frontend.lambdas.delete(frontend.lambdas.find(PROBE).orElseThrow(), now())).isTrue();
    frontend.clock.advance(Duration.ofMinutes(1));

    assertThat(explain(taskId).get("summary").asText())
        .contains("its tester cannot run: its lambda probe is not registered");
  }

  /** Returns a blocked task with its part, and closes the condition first if necessary. */
  private String blocked(ConditionName condition, boolean holdsLambda) {
    var taskId = schedule();
    pipeline.release(taskId);
    var task = frontend.association(taskId);
    var wish = new Blocking.Wish(condition, PROBE, holdsLambda, "connection refused");
    var found = frontend.plans.find(ConditionRow.id(ORDERS, condition)).map(ConditionCodec::read);
    var step = Blocking.of(wish, task, frontend.lambdas.find(ORDERS).orElseThrow(), found, now());
    if (step instanceof Blocking.Close close) {
      put(close.row());
    }
    frontend.plans.putPart(ConditionRow.part(ConditionRow.id(ORDERS, condition), task.header()));
    var transition =
        BlockTransitions.blockUnclaimed(
            task.ref(), new Block(condition, 1), now(), now().plusSeconds(30));
    assertThat(frontend.store.apply(transition)).isInstanceOf(TransitionResult.Applied.class);
    return taskId;
  }

  private String schedule() {
    return frontend
        .post("/v1/lambdas/orders/tasks", "{}")
        .requireOk()
        .json()
        .get("taskId")
        .asText();
  }

  /** Returns the current tester, and creates it if necessary. */
  private String testerOf(ConditionRow row) {
    frontend.store.create(tester(row));
    return row.testerTask().value();
  }

  private Association tester(ConditionRow row) {
    var taskId = row.testerTask();
    return Association.scheduled(
        new TaskHeader(
                taskId,
                PROBE,
                new Priority("normal"),
                null,
                0,
                now(),
                now(),
                now().plus(Duration.ofDays(1)),
                null)
            .withOrigin(
                PlanKind.CONDITION.origin(
                    row.plan().id(), row.testerMember(), row.state().tester().contents())));
  }

  /** Makes the condition continue after a tester that did not succeed. */
  private void retest() {
    var row = row(DB);
    var tester = frontend.store.find(row.testerTask());
    assertThat(tester.map(Association::status)).contains(TaskStatus.FATAL_FAILURE);
    put(((ConditionDecision.Put) decision(row, tester)).row());
  }

  private static ConditionDecision released(ConditionRow clear) {
    return ConditionDecision.release(clear, List.of(), false, clear.state().since());
  }

  private ConditionDecision decision(ConditionRow row, Optional<Association> task) {
    return ConditionDecision.of(row, task, Ramp.OF_CONDITIONS, 256, now());
  }

  private ConditionRow put(ConditionRow row) {
    Plan plan = ConditionCodec.write(row);
    assertThat(frontend.plans.put(plan)).isInstanceOf(PlanResult.Written.class);
    return ConditionCodec.read(plan);
  }

  private ConditionRow row(ConditionName name) {
    return frontend
        .plans
        .find(ConditionRow.id(ORDERS, name))
        .map(ConditionCodec::read)
        .orElseThrow();
  }

  private JsonNode condition(ConditionName name) {
    return frontend.get(CONDITIONS + "/" + name).requireOk().json();
  }

  private Answer post(String path) {
    return frontend.post(CONDITIONS + "/" + path, "{}");
  }

  private JsonNode explain(String taskId) {
    return frontend.get("/v1/tasks/" + taskId + ":explain").requireOk().json();
  }

  private List<String> listed(String state) {
    var ids = new ArrayList<String>();
    frontend
        .get("/v1/lambdas/orders/tasks?state=" + state)
        .requireOk()
        .json()
        .path("tasks")
        .forEach(task -> ids.add(task.get("taskId").asText()));
    return ids;
  }

  private Instant now() {
    return frontend.clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
