package dev.atf.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.Message;
import dev.atf.protocol.v1.CancelTaskRequest;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.KillAttemptRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import io.grpc.Status;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Malformed ids and names in every place, missing tasks, and page tokens. */
final class InvalidIdsTest {
  private static final List<String> NASTY =
      List.of(
          "a/b",
          "a#b",
          "..",
          "../../etc/passwd",
          "a%2Fb",
          "a\0",
          "a\nb",
          "a\r\nset-cookie: x",
          "\u202eevil",
          "\ud83d\udca9",
          "A",
          "9a",
          "a b",
          "a?b=c",
          "a;b=c",
          "a:cancel",
          "${jndi:x}",
          "<script>",
          "\u001b[31m",
          "x".repeat(65),
          "'; drop table",
          "-");
  private static TestFrontend frontend;

  @BeforeAll
  static void start() {
    frontend = new TestFrontend();
    frontend.registered("resize");
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  private static Stream<Arguments> nastyIds() {
    return NASTY.stream()
        .flatMap(
            id ->
                Stream.of(
                    arguments(GetTaskRequest.newBuilder().setTaskId(id).build(), "taskId"),
                    arguments(CancelTaskRequest.newBuilder().setTaskId(id).build(), "taskId"),
                    arguments(KillAttemptRequest.newBuilder().setTaskId(id).build(), "taskId"),
                    arguments(Lambda.newBuilder().setName(id).build(), "name"),
                    arguments(GetLambdaRequest.newBuilder().setLambda(id).build(), "lambda"),
                    arguments(ListTasksRequest.newBuilder().setLambda(id).build(), "lambda"),
                    arguments(ScheduleRequest.newBuilder().setLambda(id).build(), "lambda"),
                    arguments(
                        ScheduleBatchRequest.newBuilder()
                            .setLambda(id)
                            .addTasks(ScheduleRequest.getDefaultInstance())
                            .build(),
                        "lambda")));
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("nastyIds")
  @Tag("B14")
  void malformedIdIsRefusedAndNotRepeatedRaw(Message request, String field) {
    long before = frontend.line.writes();

    var grpc = Transport.GRPC.call(frontend, request);
    var http = Transport.HTTP.call(frontend, request);

    assertThat(grpc.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(grpc.reason()).isEqualTo("FIELD_INVALID");
    assertThat(grpc.fields()).containsExactly(field);
    // Over HTTP, some of them cannot be part of a path, or lead to another path.
    assertThat(http.code()).isIn(Status.Code.INVALID_ARGUMENT, Status.Code.NOT_FOUND);
    assertThat(http.reason()).isIn("FIELD_INVALID", "REQUEST_UNREADABLE", "PATH_UNKNOWN");
    for (var reply : List.of(grpc, http)) {
      assertThat(reply.message() + reply.descriptions())
          .doesNotContain("\n", "\r", "\0", "\u202e", "\u001b");
    }
    assertThat(frontend.line.writes()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B21")
  void unknownTasksAreNotFound(Transport transport) {
    var unknown = "0".repeat(32);
    var get = transport.call(frontend, GetTaskRequest.newBuilder().setTaskId(unknown).build());
    var cancel =
        transport.call(frontend, CancelTaskRequest.newBuilder().setTaskId(unknown).build());

    for (var reply : List.of(get, cancel)) {
      assertThat(reply.code()).isEqualTo(Status.Code.NOT_FOUND);
      assertThat(reply.reason()).isEqualTo("TASK_NOT_FOUND");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B21")
  void cancellingAFinishedTaskIsFineAndChangesNothing(Transport transport) {
    var taskId = scheduled();
    var cancel = CancelTaskRequest.newBuilder().setTaskId(taskId).setReason("enough").build();

    var first = transport.call(frontend, cancel).requireOk();
    var after = frontend.association(taskId);
    var second = transport.call(frontend, cancel).requireOk();

    assertThat(first.text("status")).isEqualTo("CANCELLED");
    assertThat(second.text("status")).isEqualTo("CANCELLED");
    assertThat(frontend.association(taskId)).isEqualTo(after);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B21")
  void cancellingARunningTaskIsARequest(Transport transport) {
    var taskId = scheduled();
    new Pipeline(frontend).run(taskId);

    var reply = transport.call(frontend, CancelTaskRequest.newBuilder().setTaskId(taskId).build());

    assertThat(reply.requireOk().text("status")).isEqualTo("CLAIMED");
    assertThat(reply.text("cancelRequested")).isEqualTo("true");
    assertThat(frontend.association(taskId).cancelRequested()).isTrue();
  }

  private static Stream<Arguments> forgedTokens() {
    var valid = token();
    return Stream.of(
            "x",
            "***",
            "AAAA",
            "MXxyZXNpemU",
            "\ud83d\udca9",
            "a\0",
            "%00",
            "A".repeat(4_000),
            valid + "A",
            valid.substring(1),
            valid.toLowerCase(java.util.Locale.ROOT))
        .flatMap(
            token -> Stream.of(Transport.values()).map(transport -> arguments(transport, token)));
  }

  private static String token() {
    try (var other = new TestFrontend()) {
      other.registered("resize");
      other.post("/v1/lambdas/resize/tasks", "{}").requireOk();
      other.post("/v1/lambdas/resize/tasks", "{}").requireOk();
      return other
          .get("/v1/lambdas/resize/tasks?pageSize=1")
          .requireOk()
          .json()
          .get("nextPageToken")
          .asText();
    }
  }

  @ParameterizedTest(name = "{0} {index}")
  @MethodSource("forgedTokens")
  @Tag("B24")
  void aForgedPageTokenIsRefused(Transport transport, String token) {
    var request = ListTasksRequest.newBuilder().setLambda("resize").setPageToken(token).build();

    var reply = transport.call(frontend, request);

    assertThat(reply.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    // A NUL in a query is not HTTP.
    assertThat(reply.reason())
        .isEqualTo(
            transport == Transport.HTTP && token.contains("\0")
                ? "REQUEST_UNREADABLE"
                : "PAGE_TOKEN_INVALID");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B24")
  void aNegativePageSizeIsRefusedAndABillionIsCappedAtAThousand(Transport transport) {
    frontend.registered(transport.name().toLowerCase(java.util.Locale.ROOT));
    var lambda = transport.name().toLowerCase(java.util.Locale.ROOT);
    var batch = ScheduleBatchRequest.newBuilder().setLambda(lambda);
    for (int i = 0; i < 1_000; i++) {
      batch.addTasks(ScheduleRequest.getDefaultInstance());
    }
    Transport.GRPC.call(frontend, batch.build()).requireOk();
    frontend.post("/v1/lambdas/" + lambda + "/tasks", "{}").requireOk();
    var list = ListTasksRequest.newBuilder().setLambda(lambda);

    var negative = transport.call(frontend, list.setPageSize(-1).build());
    var billion = transport.call(frontend, list.setPageSize(1_000_000_000).build()).requireOk();

    assertThat(negative.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(negative.fields()).containsExactly("pageSize");
    assertThat(billion.body().get("tasks")).hasSize(1_000);
    assertThat(billion.text("nextPageToken")).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "page_sise=4",
        "pagesize=4",
        "pageSize=1&pageSize=2",
        "lambda=other",
        "pageSize=x"
      })
  void aQueryThatIsNotUnderstoodIsRefused(String query) {
    var answer = frontend.get("/v1/lambdas/resize/tasks?" + query);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.reason()).isEqualTo("FIELD_INVALID");
    assertThat(answer.violatedFields()).isEqualTo(query.substring(0, query.indexOf('=')));
  }

  @ParameterizedTest
  @ValueSource(strings = {"page_sise", "pagesize", "ageSize"})
  void anUnknownParameterIsToldTheNearestKnown(String name) {
    assertThat(frontend.get("/v1/lambdas/resize/tasks?" + name + "=4").body())
        .contains("unknown field (expected: pageSize, the nearest known)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"delay=5s", "priority=high", "nonsense=1"})
  void aFieldOfTheBodyIsNotTakenFromTheQuery(String query) {
    var answer = frontend.post("/v1/lambdas/resize/tasks?" + query, "{}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains("expected: nothing; fields are in the body");
  }

  private static String scheduled() {
    return frontend.post("/v1/lambdas/resize/tasks", "{}").json().get("taskId").asText();
  }
}
