package dev.atf.frontend.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.task.Transitions;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Answers of GetActivity, for charts. */
final class ActivityRpcTest {
  private static TestFrontend frontend;

  @BeforeAll
  static void start() {
    frontend = new TestFrontend();
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  @Test
  void tasksAreCountedWhenTheyAreScheduledAndStarted() {
    frontend.registered("counted");
    var first = schedule("counted");
    schedule("counted");
    frontend.clock.advance(Duration.ofMillis(40));
    start("counted", first);

    var activity = frontend.get("/v1/activity?lambda=counted&window=10s").requireOk().json();
    var points = activity.get("points");
    var latest = points.get(points.size() - 1);

    assertThat(points).hasSize(2);
    assertThat(sum(points, "scheduledCount")).isEqualTo(2);
    assertThat(sum(points, "startedCount")).isEqualTo(1);
    assertThat(latest.get("failedCount").isInt()).isTrue();
    assertThat(latest.get("succeededCount").asInt()).isZero();
    assertThat(latest.get("deadCount").asInt()).isZero();
    assertThat(latest.get("from").asText()).isLessThan(latest.get("until").asText());
    assertThat(activity.get("countedSince").asText()).isNotEmpty();
    var late = points.findValue("deliveryMillis");
    assertThat(late.get("p50").asInt()).isBetween(40, 48);
    assertThat(late.get("p99").asInt()).isEqualTo(late.get("p50").asInt());
  }

  @Test
  void idleLambdaHasEmptyPoints() {
    frontend.registered("silent");

    var points = frontend.get("/v1/activity?lambda=silent").requireOk().json().get("points");

    assertThat(points).hasSize(60);
    assertThat(points.get(0).get("scheduledCount").asInt()).isZero();
    assertThat(points.get(0).has("deliveryMillis")).isFalse();
  }

  @Test
  void withoutALambdaAllAreCountedTogether() {
    frontend.registered("one");
    frontend.registered("two");
    int before = sum(frontend.get("/v1/activity").json().get("points"), "scheduledCount");
    schedule("one");
    schedule("two");

    var points = frontend.get("/v1/activity").requireOk().json().get("points");

    assertThat(sum(points, "scheduledCount")).isEqualTo(before + 2);
  }

  @Test
  void rejectsUnknownLambdasAndInvalidWindows() {
    assertThat(frontend.get("/v1/activity?lambda=none").reason()).isEqualTo("LAMBDA_NOT_FOUND");
    assertThat(frontend.get("/v1/activity?window=601s").violatedFields()).isEqualTo("window");
    assertThat(frontend.get("/v1/activity?window=9s").violatedFields()).isEqualTo("window");
    assertThat(frontend.get("/v1/activity?window=soon").violatedFields()).isEqualTo("window");
  }

  private static int sum(JsonNode points, String field) {
    int sum = 0;
    for (var point : points) {
      sum += point.get(field).asInt();
    }
    return sum;
  }

  private static String schedule(String lambda) {
    return frontend
        .post("/v1/lambdas/" + lambda + "/tasks", "{}")
        .requireOk()
        .json()
        .get("taskId")
        .asText();
  }

  private static void start(String lambda, String task) {
    var now = frontend.clock.instant();
    var later = now.plus(Duration.ofSeconds(30));
    var id = new TaskId(task);
    var seen = frontend.association(task);
    frontend.store.apply(
        Transitions.release(
            id, seen.epoch(), Objects.requireNonNull(seen.trigger()).at(), now, later));
    frontend.store.apply(
        Transitions.claim(
            new Attempt(new TaskRef(id, 1), new ClaimId("c1a1".repeat(8))),
            new LambdaName(lambda),
            new ExecutorId("e"),
            now,
            later));
  }
}
