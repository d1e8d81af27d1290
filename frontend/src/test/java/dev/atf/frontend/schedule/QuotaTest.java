package dev.atf.frontend.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.atf.frontend.TestFrontend;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ScheduleRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scheduling quota of a lambda, for one frontend and shared by several. */
final class QuotaTest {
  private static int lastLambda;
  private static TestFrontend frontend;
  private String lambda = "";
  private String tasks = "";

  @BeforeAll
  static void start() {
    frontend = new TestFrontend(true, Duration.ofMillis(10));
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  @BeforeEach
  void register() {
    lambda = "limited-" + ++lastLambda;
    tasks = "/v1/lambdas/" + lambda + "/tasks";
    frontend.put("/v1/lambdas/" + lambda, "{\"scheduleRate\":4}").requireOk();
  }

  @Test
  @Tag("B20")
  void overItsRateALambdaTakesNoTasksUntilTheNextToken() throws Exception {
    for (int i = 0; i < 4; i++) {
      frontend.post(tasks, "{}").requireOk();
    }

    var refused = frontend.post(tasks, "{}");
    assertThat(frontend.exchange(tasks, new byte[0], Map.of()).headers().firstValue("retry-after"))
        .contains("1");
    frontend.clock.advance(Duration.ofMillis(249));
    var early = frontend.post(tasks, "{}");
    frontend.clock.advance(Duration.ofMillis(1));
    var inTime = frontend.post(tasks, "{}");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.json().get("code").asInt()).isEqualTo(8);
    assertThat(refused.reason()).isEqualTo("QUOTA_EXCEEDED");
    assertThat(refused.body()).contains("\"retryDelay\":\"0.250s\"");
    assertThat(early.reason()).isEqualTo("QUOTA_EXCEEDED");
    assertThat(inTime.status()).isEqualTo(200);
    var overGrpc =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                frontend.tasks().schedule(ScheduleRequest.newBuilder().setLambda(lambda).build()));
    assertThat(overGrpc.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(RpcErrors.reasonOf(overGrpc)).contains(ErrorReason.QUOTA_EXCEEDED);
  }

  @Test
  @Tag("F12")
  void anotherLambdaIsNotHindered() {
    frontend.registered("free");
    for (int i = 0; i < 5; i++) {
      frontend.post(tasks, "{}");
    }

    for (int i = 0; i < 20; i++) {
      frontend.post("/v1/lambdas/free/tasks", "{}").requireOk();
    }
  }

  @Test
  void theFirstTasksOfABatchGetWhatIsThere() {
    var body = "{\"tasks\":[" + String.join(",", Collections.nCopies(10, "{}")) + "]}";

    var results = frontend.post(tasks + ":batch", body).requireOk().json().get("results");

    var created = new ArrayList<Boolean>();
    results.forEach(result -> created.add(result.get("created").asBoolean()));
    assertThat(created)
        .containsExactly(true, true, true, true, false, false, false, false, false, false);
    assertThat(results.get(4).toString()).contains("QUOTA_EXCEEDED", "0.250s");
  }

  @Test
  void badTasksOfABatchTakeNothing() {
    var bad = String.join(",", Collections.nCopies(5, "{\"delay\":\"-1s\"}"));

    var results =
        frontend
            .post(tasks + ":batch", "{\"tasks\":[" + bad + ",{},{},{},{}]}")
            .requireOk()
            .json()
            .get("results");

    assertThat(results).filteredOn(result -> result.get("created").asBoolean()).hasSize(4);
  }

  @Test
  void aRepetitionIsAnsweredThoughTheRateIsUsedUp() {
    var first = frontend.post(tasks, "{\"idempotencyKey\":\"k\"}").requireOk().json();
    for (int i = 0; i < 3; i++) {
      frontend.post(tasks, "{}").requireOk();
    }

    var again = frontend.post(tasks, "{\"idempotencyKey\":\"k\"}").requireOk().json();
    var other = frontend.post(tasks, "{\"idempotencyKey\":\"k\",\"json\":2}");
    var fresh = frontend.post(tasks, "{\"idempotencyKey\":\"l\"}");

    assertThat(again.get("taskId")).isEqualTo(first.get("taskId"));
    assertThat(again.get("created").asBoolean()).isFalse();
    assertThat(other.reason()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    assertThat(fresh.reason()).isEqualTo("QUOTA_EXCEEDED");
  }

  @Test
  void repetitionsUseNothingUp() {
    for (int i = 0; i < 10; i++) {
      frontend.post(tasks, "{\"idempotencyKey\":\"k\"}").requireOk();
    }

    for (int i = 0; i < 3; i++) {
      frontend.post(tasks, "{}").requireOk();
    }
    assertThat(frontend.post(tasks, "{}").reason()).isEqualTo("QUOTA_EXCEEDED");
  }

  @Test
  void frontendsShareTheRateAndOneThatLeavesGivesItsShareBack() {
    try (var shared = new TestFrontend(true, Duration.ofMillis(10))) {
      shared.put("/v1/lambdas/shared", "{\"scheduleRate\":10}").requireOk();
      var now = shared.clock.instant();
      shared.members.beat("frontend", "other", "", now, now);

      // Each second refills the bucket until the loop has seen the other frontend.
      await().until(() -> secondsWorth(shared) == 5);
      shared.members.leave("frontend", "other");
      await().until(() -> secondsWorth(shared) == 10);
    }
  }

  private static int secondsWorth(TestFrontend shared) {
    shared.clock.advance(Duration.ofSeconds(1));
    int taken = 0;
    while (shared.post("/v1/lambdas/shared/tasks", "{}").status() == 200) {
      taken++;
    }
    return taken;
  }
}
