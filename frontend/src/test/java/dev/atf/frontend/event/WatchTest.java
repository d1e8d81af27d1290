package dev.atf.frontend.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.atf.frontend.TestFrontend;
import dev.atf.model.TaskId;
import dev.atf.model.task.Transitions;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import dev.atf.protocol.v1.WatchTransitionsResponse;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** WatchTransitions over both transports of a frontend. */
final class WatchTest {
  private static TestFrontend frontend;

  @BeforeAll
  static void start() {
    frontend = new TestFrontend();
    frontend.registered("resize");
    frontend.registered("mail");
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  @Test
  @Tag("W2")
  void aWatcherIsToldOfWhatHappensToTasksOfItsLambda() {
    var told = watch(WatchTransitionsRequest.newBuilder().setLambda("resize"));
    schedule("mail");
    var task = schedule("resize");
    release(task);

    var creation = told.next().getTransition();
    var released = told.next().getTransition();

    assertThat(creation.getTaskId()).isEqualTo(task);
    assertThat(creation.hasAt()).isTrue();
    assertThat(creation.getFromStatus()).isEqualTo(TaskStatus.TASK_STATUS_UNSPECIFIED);
    assertThat(creation.getStatus()).isEqualTo(TaskStatus.NEW);
    assertThat(creation.getDetail()).isEqualTo("scheduled");
    assertThat(released.getFromStatus()).isEqualTo(TaskStatus.NEW);
    assertThat(released.getStatus()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(released.getLambda()).isEqualTo("resize");
    assertThat(released.getDetail()).isEqualTo("released");
  }

  @Test
  void theAgeOfTransitionsThatAreReadIsMeasured() {
    watch(WatchTransitionsRequest.newBuilder().setLambda("resize"));

    release(schedule("resize"), frontend.clock.instant().minus(Duration.ofMinutes(2)));

    await()
        .untilAsserted(
            () ->
                assertThat(frontend.metric("atf_frontend_transitions_lag_seconds_max"))
                    .isGreaterThanOrEqualTo(120));
  }

  @Test
  @Tag("W3")
  void aWatcherThatWasCutOffGoesOnFromItsCursor() {
    var first = watch(WatchTransitionsRequest.newBuilder().setLambda("resize"));
    schedule("resize");
    var cursor = first.next().getCursor();
    var missed = schedule("resize");

    var again =
        frontend
            .events()
            .watchTransitions(
                WatchTransitionsRequest.newBuilder().setLambda("resize").setCursor(cursor).build());

    assertThat(again.next().hasHeartbeat()).isTrue();
    assertThat(again.next().getTransition().getTaskId()).isEqualTo(missed);
  }

  @Test
  @Tag("W3")
  void aCursorOfAnotherFrontendIsAGap() {
    var told =
        frontend
            .events()
            .watchTransitions(
                WatchTransitionsRequest.newBuilder().setCursor("0123456789abcdef-7").build());

    assertThat(told.next().hasGap()).isTrue();
    assertThat(told.next().hasHeartbeat()).isTrue();
  }

  @Test
  void rejectsUnknownLambdasAndTasks() {
    var lambda = refusal(WatchTransitionsRequest.newBuilder().setLambda("none"));
    var task = refusal(WatchTransitionsRequest.newBuilder().setTaskId("0".repeat(32)));
    var wrong = refusal(WatchTransitionsRequest.newBuilder().setLambda("No!"));

    assertThat(RpcErrors.reasonOf(lambda)).contains(ErrorReason.LAMBDA_NOT_FOUND);
    assertThat(RpcErrors.reasonOf(task)).contains(ErrorReason.TASK_NOT_FOUND);
    assertThat(RpcErrors.reasonOf(wrong)).contains(ErrorReason.FIELD_INVALID);
  }

  @Test
  void aWatchBeatsAndIsOverInOrderAfterAWhile() {
    try (var other = new TestFrontend()) {
      var told = other.events().watchTransitions(WatchTransitionsRequest.getDefaultInstance());
      assertThat(told.next().hasHeartbeat()).isTrue();

      other.clock.advance(TransitionBroadcaster.HEARTBEAT_INTERVAL);
      assertThat(told.next().hasHeartbeat()).isTrue();
      other.clock.advance(TransitionBroadcaster.AGE_MAX);

      assertThat(told.next().hasHeartbeat()).isTrue();
      assertThat(told.hasNext()).isFalse();
    }
  }

  @Test
  @Tag("W8")
  void aFrontendThatStopsEndsItsWatchesAtOnce() {
    var ending = new TestFrontend();
    var told = ending.events().watchTransitions(WatchTransitionsRequest.getDefaultInstance());
    told.next();

    ending.closeAndWait();

    assertThat(told.hasNext()).isFalse();
  }

  @Test
  void overHttpTransitionsAreServerSentEventsThatGoOnFromTheLastId() {
    try (var events = EventReader.open(frontend, "/v1/events?lambda=mail", "")) {
      assertThat(events.next()).startsWith(": heartbeat\nid: ");
      schedule("resize");
      var task = schedule("mail");
      var creation = events.next();
      release(task);
      var released = events.next();

      assertThat(creation.lines().findFirst().orElseThrow())
          .startsWith("data: {\"taskId\":\"" + task + "\",\"lambda\":\"mail\"")
          .contains("\"status\":\"NEW\"", "\"attempt\":0", "\"detail\":\"scheduled\"")
          .doesNotContain("fromStatus");
      assertThat(released).contains("\"fromStatus\":\"NEW\"", "\"status\":\"ENQUEUED\"");
      var id = creation.lines().filter(line -> line.startsWith("id: ")).findFirst().orElseThrow();
      try (var again =
          EventReader.open(frontend, "/v1/events?lambda=mail", id.substring("id: ".length()))) {
        assertThat(again.next()).startsWith(": heartbeat");
        assertThat(again.next()).isEqualTo(released);
      }
    }
  }

  @Test
  void overHttpAGapHasAName() {
    try (var events = EventReader.open(frontend, "/v1/events", "of yesterday")) {
      assertThat(events.next()).startsWith("event: gap\ndata: {}\nid: ");
    }
  }

  @Test
  void overHttpRefusalsAreAnswersLikeAllOthers() {
    assertThat(frontend.get("/v1/events?lambda=none").reason()).isEqualTo("LAMBDA_NOT_FOUND");
    assertThat(frontend.get("/v1/events?lambda=none").status()).isEqualTo(404);
    assertThat(frontend.get("/v1/events?lamda=mail").body())
        .contains("FIELD_INVALID", "lambda, the nearest known");
    assertThat(frontend.post("/v1/events", "{}").status()).isEqualTo(405);
  }

  @Test
  @Tag("W3")
  void whenTheLastWatcherHasGoneNothingIsFollowedAfterAMinute() {
    try (var other = new TestFrontend()) {
      other.registered("resize");
      var cursor =
          other.events().watchTransitions(WatchTransitionsRequest.getDefaultInstance()).next();
      assertThat(cursor.getCursor()).isNotEmpty();
      other.clock.advance(TransitionBroadcaster.AGE_MAX);
      await().until(() -> other.metric("atf_frontend_watchers") == 0);
      other.clock.advance(TransitionBroadcaster.LINGER);
      await().until(() -> other.metric("atf_frontend_following") == 0);
      other.post("/v1/lambdas/resize/tasks", "{}").requireOk();

      var late =
          other
              .events()
              .watchTransitions(
                  WatchTransitionsRequest.newBuilder().setCursor(cursor.getCursor()).build());

      late.next();
      assertThat(next(late, answer -> !answer.hasHeartbeat()).hasGap()).isTrue();
    }
  }

  private static WatchTransitionsResponse next(
      Iterator<WatchTransitionsResponse> told, Predicate<WatchTransitionsResponse> wanted) {
    while (true) {
      var answer = told.next();
      if (wanted.test(answer)) {
        return answer;
      }
    }
  }

  private static Iterator<WatchTransitionsResponse> watch(WatchTransitionsRequest.Builder request) {
    var told = frontend.events().watchTransitions(request.build());
    assertThat(told.next().hasHeartbeat()).isTrue();
    return told;
  }

  private static StatusRuntimeException refusal(WatchTransitionsRequest.Builder request) {
    return catchThrowableOfType(
        StatusRuntimeException.class,
        () -> frontend.events().watchTransitions(request.build()).next());
  }

  private static String schedule(String lambda) {
    return frontend
        .post("/v1/lambdas/" + lambda + "/tasks", "{}")
        .requireOk()
        .json()
        .get("taskId")
        .asText();
  }

  private static void release(String task) {
    release(task, frontend.clock.instant());
  }

  private static void release(String task, Instant now) {
    var seen = frontend.association(task);
    frontend.store.apply(
        Transitions.release(
            new TaskId(task),
            seen.epoch(),
            Objects.requireNonNull(seen.trigger()).at(),
            now,
            now.plus(Duration.ofSeconds(30))));
  }
}
