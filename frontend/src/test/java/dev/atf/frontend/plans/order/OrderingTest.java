package dev.atf.frontend.plans.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.Pipeline;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskStatus;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.Ending;
import dev.atf.model.task.GateTransitions;
import dev.atf.model.task.Outcome;
import dev.atf.plans.order.OrderState;
import dev.atf.plans.order.Turn;
import dev.atf.plans.order.TurnDecision;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.store.plans.OrderCodec;
import dev.atf.store.testing.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ordering keys as the frontend handles them. */
final class OrderingTest {
  private static final LambdaName POST = new LambdaName("post");
  private static final String TASKS = "/v1/lambdas/post/tasks";
  private static final String KEYS = "/v1/lambdas/post/keys";

  private final TestFrontend frontend = new TestFrontend();

  @BeforeEach
  void register() {
    frontend.put("/v1/lambdas/post", "{\"dispatch\":\"POLLED\",\"onFatal\":\"HOLD\"}").requireOk();
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  void theFirstTaskOfAKeyIsAnOrdinaryOneAndTheNextWaits() {
    var first = schedule("a");
    var second = schedule("a");
    var other = schedule("b");

    assertThat(frontend.association(first).trigger()).isNotNull();
    assertThat(frontend.association(second).waits()).isTrue();
    assertThat(frontend.association(other).trigger()).isNotNull();
    assertThat(task(second).get("orderingKey").asText()).isEqualTo("a");
    assertThat(task(second).get("status").asText()).isEqualTo("NEW");
    assertThat(row("a").alarmAt()).isNotNull();
    assertThat(row("b").alarmAt()).isNull();
  }

  @Test
  void aTaskThatTakesTheTurnGoesExpressIfItMay() {
    frontend.put("/v1/lambdas/post", "{}").requireOk();

    assertThat(frontend.association(schedule("a")).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(frontend.association(schedule("a")).waits()).isTrue();
  }

  @Test
  @Tag("P12")
  void aKeyThatCannotBeReadIsListedByItsName() {
    var first = schedule("a");
    var second = schedule("a");
    schedule("b");
    var waits = schedule("b");
    var row = row("a");
    frontend.plans.put(row.next(new Bytes(new byte[] {10, 99}), row.alarmAt()));

    var keys = frontend.get(KEYS).requireOk().json().get("keys");
    var waiting = frontend.get(TASKS + "?state=waiting").requireOk().json().get("tasks");

    assertThat(keys.findValuesAsText("key")).contains("a", "b");
    assertThat(keys.findValuesAsText("unreadable")).hasSize(1);
    assertThat(waiting.findValuesAsText("taskId")).containsExactly(waits);
    assertThat(frontend.get(KEYS + ":get?key=a").reason()).isEqualTo("PLAN_UNREADABLE");
    var explained = explain(second);
    assertThat(explained.at("/reasons/0/code").asText()).isEqualTo("PLAN_UNREADABLE");
    assertThat(explained.get("summary").asText())
        .contains("Ordering key a of lambda post cannot be read", "`./atf keys list post`");
    new Pipeline(frontend).giveUp(first);
    assertThat(explain(first).get("summary").asText())
        .contains("upgrade the frontends")
        .doesNotContain("redrive");
  }

  private JsonNode explain(String taskId) {
    return frontend.get("/v1/tasks/" + taskId + ":explain").requireOk().json();
  }

  @Test
  void theTurnIsFreeAgainWhenItsTaskHasEnded() {
    var first = schedule("a");
    frontend.post("/v1/tasks/" + first + ":cancel", "{}").requireOk();

    assertThat(frontend.association(schedule("a")).waits()).isFalse();
  }

  @Test
  void theSameRequestTwiceHasTheSamePlace() {
    schedule("a");
    var body = "{\"orderingKey\":\"a\",\"idempotencyKey\":\"once\"}";

    var one = frontend.post(TASKS, body).requireOk().json();
    var two = frontend.post(TASKS, body).requireOk().json();

    assertThat(two.get("taskId")).isEqualTo(one.get("taskId"));
    assertThat(two.get("created").asBoolean()).isFalse();
    assertThat(frontend.plans.parts(row("a").id(), "", 10)).hasSize(1);
  }

  @Test
  void anotherOrderingKeyIsAnotherRequest() {
    frontend.post(TASKS, "{\"orderingKey\":\"a\",\"idempotencyKey\":\"once\"}").requireOk();

    var other = frontend.post(TASKS, "{\"orderingKey\":\"b\",\"idempotencyKey\":\"once\"}");

    assertThat(other.body()).contains("IDEMPOTENCY_KEY_REUSED");
  }

  @Test
  @Tag("O3")
  void aRepetitionFinishesWhatDiedBetweenTheTurnAndTheTask() {
    var body = "{\"orderingKey\":\"a\",\"idempotencyKey\":\"once\"}";
    frontend.line.failNext(Fault.NONE, Fault.UNAVAILABLE);
    assertThat(frontend.post(TASKS, body).status()).isEqualTo(503);

    var taskId = frontend.post(TASKS, body).requireOk().json().get("taskId").asText();

    assertThat(frontend.association(taskId).trigger()).isNotNull();
    assertThat(OrderCodec.state(row("a")).waiting()).isFalse();
  }

  @Test
  @Tag("O2")
  void tasksOfOneBatchAndKeyKeepTheirOrder() {
    var tasks =
        IntStream.range(0, 40)
            .mapToObj(i -> "{\"orderingKey\":\"%s\",\"json\":%d}".formatted(i % 3, i))
            .toList();

    var results =
        frontend
            .post(TASKS + ":batch", "{\"tasks\":[" + String.join(",", tasks) + "]}")
            .requireOk()
            .json()
            .get("results");

    for (int key = 0; key < 3; key++) {
      var scheduled = new ArrayList<String>();
      for (int i = key; i < 40; i += 3) {
        scheduled.add(results.get(i).get("taskId").asText());
      }
      var order = new ArrayList<>(List.of(scheduled.get(0)));
      key("" + key).get("next").forEach(waiting -> order.add(waiting.get("taskId").asText()));
      assertThat(order).isEqualTo(scheduled);
    }
  }

  @Test
  void aWaitingTaskIsNotRescheduledAndNotWantedAtOnce() {
    var first = schedule("a");
    var second = schedule("a");

    var later = "{\"scheduledAt\":\"2026-03-01T13:00:00Z\"}";
    assertThat(frontend.post("/v1/tasks/" + second + ":reschedule", later).body())
        .contains("TASK_ORDERED");
    assertThat(frontend.post("/v1/tasks/" + first + ":reschedule", later).body())
        .contains("TASK_ORDERED");
    assertThat(frontend.post("/v1/tasks/" + second + ":run", "{}").body()).contains("TASK_ORDERED");
    frontend.post("/v1/tasks/" + first + ":run", "{}").requireOk();
  }

  @Test
  void aWaitingTaskIsCancelledLikeAnyOther() {
    schedule("a");
    var second = schedule("a");

    frontend.post("/v1/tasks/" + second + ":cancel", "{}").requireOk();

    assertThat(frontend.association(second).status()).isEqualTo(TaskStatus.CANCELLED);
    assertThat(key("a").get("state").asText()).isEqualTo("TAKEN");
  }

  @Test
  void aKeyShowsWhoHasItAndWhoWaits() {
    var first = schedule("a");
    var second = schedule("a");
    var third = schedule("a");

    var key = key("a");

    assertThat(key.get("state").asText()).isEqualTo("WAITED_FOR");
    assertThat(key.get("holderTaskId").asText()).isEqualTo(first);
    assertThat(key.get("holderStatus").asText()).isEqualTo("NEW");
    assertThat(key.get("waiting").asInt()).isEqualTo(2);
    assertThat(key.get("next").findValuesAsText("taskId")).containsExactly(second, third);
    assertThat(frontend.get(KEYS + ":get?key=nobody").body()).contains("KEY_NOT_FOUND");
  }

  @Test
  @Tag("O6")
  void tasksThatWaitForTheirTurnAreListed() {
    var waiting = new ArrayList<String>();
    for (var key : List.of("a", "b", "c")) {
      schedule(key);
      for (int i = 0; i < 3; i++) {
        waiting.add(schedule(key));
      }
    }
    schedule("alone");
    var cancelled = schedule("a");
    frontend.post("/v1/tasks/" + cancelled + ":cancel", "{}").requireOk();

    var listed = new ArrayList<String>();
    var token = "";
    int pages = 0;
    do {
      var page =
          frontend.get(TASKS + "?state=waiting&pageSize=2&pageToken=" + token).requireOk().json();
      page.path("tasks").forEach(task -> listed.add(task.get("taskId").asText()));
      token = page.path("nextPageToken").asText();
      pages++;
    } while (!token.isEmpty());

    assertThat(listed).containsExactlyInAnyOrderElementsOf(waiting);
    assertThat(listed.indexOf(waiting.get(0))).isLessThan(listed.indexOf(waiting.get(2)));
    assertThat(pages).isBetween(5, 10);
    assertThat(frontend.get(TASKS).requireOk().json().get("notice").asText())
        .contains("state=waiting");
    assertThat(frontend.get(TASKS + "?state=waiting&pageToken=bm8").reason())
        .isEqualTo("PAGE_TOKEN_INVALID");
    assertThat(
            frontend.get(TASKS + "?state=waiting&priority=high").requireOk().json().path("tasks"))
        .isEmpty();
  }

  @Test
  void keysThatAreWaitedForAndHeldAreListed() {
    schedule("idle");
    schedule("busy");
    schedule("busy");
    held("stuck");

    assertThat(listed("?pageSize=1")).containsExactlyInAnyOrder("stuck", "busy");
    assertThat(listed("?held=true")).containsExactly("stuck");
  }

  @Test
  @Tag("O4")
  void aKeyIsListedAsHeldWheneverItIsShownAsHeld() {
    var unseen = schedule("unseen");
    schedule("unseen");
    fail(unseen); // no supervisor has checked it
    var retried = held("retried");
    frontend
        .post(KEYS + ":retry", "{\"key\":\"retried\",\"taskId\":\"" + retried + "\"}")
        .requireOk();

    for (var name : listed("")) {
      boolean shown = key(name).get("state").asText().equals("HELD");
      assertThat(listed("?held=true").contains(name)).as(name).isEqualTo(shown);
    }
    assertThat(listed("?held=true")).containsExactly("unseen");
  }

  @Test
  void aKeyWhoseLambdaHoldsNoKeysAnyMoreIsNotListedAsHeld() {
    held("let-go");

    frontend.put("/v1/lambdas/post", "{\"onFatal\":\"CONTINUE\"}").requireOk();

    assertThat(key("let-go").get("state").asText()).isEqualTo("WAITED_FOR");
    assertThat(listed("?held=true")).isEmpty();
  }

  @Test
  void anOperatorSkipsTheFailedTaskOfAHeldKey() {
    var failed = held("a");

    var body = "{\"key\":\"a\",\"taskId\":\"" + failed + "\"}";
    var after = frontend.post(KEYS + ":skip", body).requireOk().json();

    assertThat(after.get("state").asText()).isEqualTo("WAITED_FOR");
    assertThat(row("a").alarmAt()).isNotNull();
    assertThat(OrderCodec.state(row("a")).holder()).isEmpty();
    assertThat(frontend.post(KEYS + ":skip", body).body()).contains("KEY_NOT_HELD");
    assertThat(frontend.post(KEYS + ":retry", body).body()).contains("KEY_NOT_HELD");
  }

  @Test
  void anOperatorRetriesTheFailedTaskOfAHeldKey() {
    var failed = held("a");
    assertThat(key("a").get("state").asText()).isEqualTo("HELD");
    assertThat(key("a").get("failure").get("code").asText()).isEqualTo("ATTEMPTS_EXHAUSTED");

    frontend.post(KEYS + ":retry", "{\"key\":\"a\",\"taskId\":\"" + failed + "\"}").requireOk();

    assertThat(OrderCodec.state(row("a")).retry().map(OrderState.Retry::epoch)).contains(0L);
    assertThat(row("a").alarmAt()).isNotNull();
  }

  @Test
  void aDeadTaskOfAKeyIsNotRedrivenPastTheOrder() {
    var failed = held("a");

    var answer =
        frontend.post(TASKS + ":redrive", "{\"taskIds\":[\"" + failed + "\"]}").requireOk().body();

    assertThat(answer).contains("TASK_ORDERED");
  }

  @Test
  void aLambdaWhoseTasksWaitForTheirTurnIsNotDeleted() {
    held("a");

    assertThat(frontend.delete("/v1/lambdas/post").body()).contains("LAMBDA_NOT_EMPTY");
  }

  @Test
  void aTaskThatWaitsForItsTurnSaysWhoHasIt() {
    var first = schedule("a");
    schedule("a");
    var third = schedule("a");

    var answer = frontend.get("/v1/tasks/" + third + ":explain").requireOk().json();

    assertThat(answer.get("reasons").get(0).get("code").asText()).isEqualTo("WAITS_FOR_TURN");
    assertThat(answer.get("summary").asText())
        .contains("task " + first + " has had it since", "1 other waits before it");
  }

  @Test
  void aTaskBehindAFailedOneSaysThatItsKeyIsHeld() {
    held("a");
    var last = schedule("a");

    var answer = frontend.get("/v1/tasks/" + last + ":explain").requireOk().json();

    assertThat(answer.get("reasons").get(0).get("code").asText()).isEqualTo("KEY_HELD");
  }

  @Test
  void aKeyThatIsNoKeyIsRefused() {
    assertThat(frontend.post(TASKS, "{\"orderingKey\":\"\\u0007\"}").body())
        .contains("FIELD_INVALID", "orderingKey");
  }

  private List<String> listed(String query) {
    var names = new ArrayList<String>();
    var token = "";
    do {
      var join = query.isEmpty() ? "?" : query + "&";
      var page = frontend.get(KEYS + join + "pageToken=" + token).requireOk().json();
      page.path("keys").forEach(key -> names.add(key.get("key").asText()));
      token = page.path("nextPageToken").asText();
    } while (!token.isEmpty());
    return names;
  }

  /**
   * Creates a key whose first task has failed, with another task behind it, after the supervisor
   * has seen the failure.
   */
  private String held(String key) {
    var first = schedule(key);
    schedule(key);
    fail(first);
    var row = row(key);
    var decision =
        TurnDecision.of(
            OrderCodec.read(row),
            Turn.FAILED,
            Optional.of(frontend.association(first)),
            frontend.clock.instant());
    frontend.plans.put(OrderCodec.write(((TurnDecision.Hold) decision).row()));
    return first;
  }

  private void fail(String taskId) {
    var task = frontend.association(taskId);
    var failure = FrameworkFailure.ATTEMPTS_EXHAUSTED.because("no");
    frontend.store.apply(
        GateTransitions.drop(
            task.taskId(),
            task.epoch(),
            Outcome.failure("", failure),
            Ending.at(frontend.clock.instant(), frontend.lambdas.find(POST).orElseThrow())));
  }

  private String schedule(String key) {
    return frontend
        .post(TASKS, "{\"orderingKey\":\"" + key + "\"}")
        .requireOk()
        .json()
        .get("taskId")
        .asText();
  }

  private JsonNode task(String taskId) {
    return frontend.get("/v1/tasks/" + taskId).requireOk().json();
  }

  private JsonNode key(String key) {
    return frontend.get(KEYS + ":get?key=" + key).requireOk().json();
  }

  private Plan row(String key) {
    return frontend.plans.find(PlanId.of(POST, new OrderingKey(key))).orElseThrow();
  }
}
