package dev.atf.frontend.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import dev.atf.frontend.TestFrontend;
import dev.atf.model.Alarm;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScheduleTest {
  private static final String TASKS = "/v1/lambdas/resize/tasks";

  private final TestFrontend frontend = new TestFrontend();

  @BeforeEach
  void register() {
    frontend.registered("resize");
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  void aTaskIsDurableWhenItsIdIsAnswered() {
    var answer =
        frontend
            .post(
                TASKS,
                """
                {"json": {"a": 1, "b": [1.5, "x", null, true]}, "priority": "high",
                 "collection": "marketing", "delay": "5s", "labels": {"team": "images"}}\
                """)
            .requireOk();

    var taskId = answer.json().get("taskId").asText();
    assertThat(answer.json().get("created").asBoolean()).isTrue();
    assertThat(answer.json().get("scheduledAt").asText()).isEqualTo("2026-03-01T12:00:05.123Z");
    var association = frontend.association(taskId);
    assertThat(association.status()).isEqualTo(TaskStatus.NEW);
    assertThat(Objects.requireNonNull(association.trigger()).alarm()).isEqualTo(Alarm.DUE);
    assertThat(association.header().createdAt()).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(association.header().deadline())
        .isEqualTo(association.header().scheduledAt().plus(Duration.ofDays(30)));
    assertThat(association.header().keepUntil()).isNull();
    var entity = frontend.store.findEntity(new TaskId(taskId)).orElseThrow();
    assertThat(entity.header()).isEqualTo(association.header());
    assertThat(entity.payload().bytes())
        .asString()
        .isEqualTo("{\"a\":1,\"b\":[1.5,\"x\",null,true]}");
    assertThat(entity.expiresAt())
        .isEqualTo(
            association
                .header()
                .deadline()
                .plus(Duration.ofDays(7))
                .truncatedTo(ChronoUnit.SECONDS));
  }

  @Test
  void aTaskIsReadBackAsItWasScheduled() {
    var taskId =
        frontend
            .post(TASKS, "{\"json\":{\"n\":1,\"f\":0.1},\"labels\":{\"<b>\":\"\\u001b[31m\"}}")
            .json()
            .get("taskId")
            .asText();

    var task = frontend.get("/v1/tasks/" + taskId).requireOk().json();

    assertThat(task.get("json").toString()).isEqualTo("{\"n\":1,\"f\":0.1}");
    assertThat(task.get("status").asText()).isEqualTo("NEW");
    assertThat(task.get("attempt").asInt()).isZero();
    assertThat(task.get("priority").asText()).isEqualTo("normal");
    assertThat(task.get("labels").get("<b>").asText()).isEqualTo("\u001b[31m");
    assertThat(task.get("nextTriggerAt").asText()).isEqualTo("2026-03-01T12:00:00.123Z");
  }

  @Test
  void bytesAreReadBackAsTheyWereScheduled() {
    var request =
        ScheduleRequest.newBuilder()
            .setLambda("resize")
            .setData(ByteString.copyFrom(new byte[] {0, -1, 2}))
            .build();

    var taskId = frontend.tasks().schedule(request).getTaskId();

    var task = frontend.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build());
    assertThat(task.getData().toByteArray()).containsExactly(0, -1, 2);
    assertThat(task.getContentType()).isEqualTo("application/octet-stream");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"id\":9007199254740993}", "{broken", "[0.1000000000000000055511151]"})
  void jsonThatAValueWouldChangeIsReadBackAsBytes(String text) {
    var request =
        ScheduleRequest.newBuilder()
            .setLambda("resize")
            .setData(ByteString.copyFromUtf8(text))
            .setContentType("application/json")
            .build();

    var taskId = frontend.tasks().schedule(request).getTaskId();

    var task = frontend.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build());
    assertThat(task.getData().toStringUtf8()).isEqualTo(text);
  }

  @Test
  void anAbsentTimeIsNowAndATimeOfTheLastDayIsNow() {
    var absent = frontend.post(TASKS, "").requireOk().json();
    var past =
        frontend.post(TASKS, "{\"scheduledAt\":\"2026-02-28T12:00:01Z\"}").requireOk().json();

    assertThat(absent.get("scheduledAt").asText()).isEqualTo("2026-03-01T12:00:00.123Z");
    assertThat(past.get("scheduledAt").asText()).isEqualTo("2026-03-01T12:00:00.123Z");
  }

  @Test
  void theClientsDeadlineHoldsWhenItComesBeforeTheEndOfTheLambdasLifetime() {
    var taskId =
        frontend
            .post(TASKS, "{\"deadline\":\"2026-03-02T00:00:00Z\"}")
            .requireOk()
            .json()
            .get("taskId")
            .asText();
    var distant =
        frontend
            .post(TASKS, "{\"deadline\":\"9999-01-01T00:00:00Z\"}")
            .requireOk()
            .json()
            .get("taskId")
            .asText();

    assertThat(frontend.association(taskId).header().deadline())
        .isEqualTo(Instant.parse("2026-03-02T00:00:00Z"));
    assertThat(frontend.association(distant).header().deadline())
        .isEqualTo(Instant.parse("2026-03-31T12:00:00.123Z"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"priority\":\"urgent\"} | PRIORITY_UNKNOWN | priority",
        "{\"scheduledAt\":\"2026-02-28T11:59:59Z\"} | TIME_TOO_OLD | scheduledAt",
        "{\"scheduledAt\":\"2027-03-02T12:00:00Z\"} | FIELD_INVALID | scheduledAt",
        "{\"delay\":\"-1s\"} | FIELD_INVALID | delay",
        "{\"delay\":\"315576000000s\"} | FIELD_INVALID | delay",
        "{\"delay\":\"31536001s\"} | FIELD_INVALID | delay",
        "{\"delay\":\"1s\",\"scheduledAt\":\"2026-03-01T12:00:00Z\"} | FIELD_INVALID | delay",
        "{\"deadline\":\"2026-03-01T12:00:00Z\"} | FIELD_INVALID | deadline",
        "{\"idempotencyKey\":\"\"} | FIELD_INVALID | idempotencyKey",
        "{\"idempotencyKey\":\"a\\nb\"} | FIELD_INVALID | idempotencyKey",
        "{\"labels\":{\"\":\"x\"}} | FIELD_INVALID | labels",
        "{\"labels\":{\"a\\u0000\":\"x\"}} | FIELD_INVALID | labels",
        "{\"collection\":\"a/b\"} | FIELD_INVALID | collection",
        "{\"json\":1,\"contentType\":\"text/plain\"} | FIELD_INVALID | contentType",
        "{\"data\":\"AA==\",\"contentType\":\"a\\nb\"} | FIELD_INVALID | contentType",
        "{\"priority\":\"urgent\",\"delay\":\"-1s\"} | FIELD_INVALID | priority,delay",
      })
  void reportsInvalidFieldsAndStoresNothing(String body, String reason, String fields) {
    var answer = frontend.post(TASKS, body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.reason()).isEqualTo(reason);
    assertThat(answer.violatedFields()).isEqualTo(fields);
    assertThat(pending()).isZero();
  }

  @Test
  void aKeyOf129CharactersIsRefusedAndOneOf128IsNot() {
    var longest = frontend.post(TASKS, "{\"idempotencyKey\":\"%s\"}".formatted("k".repeat(128)));
    var tooLong = frontend.post(TASKS, "{\"idempotencyKey\":\"%s\"}".formatted("k".repeat(129)));

    assertThat(longest.status()).isEqualTo(200);
    assertThat(tooLong.violatedFields()).isEqualTo("idempotencyKey");
  }

  @Test
  void moreThan50LabelsOr8KilobytesOfThemAreRefused() {
    var many = new StringBuilder("{\"labels\":{\"l0\":\"\"");
    for (int i = 1; i <= 50; i++) {
      many.append(",\"l").append(i).append("\":\"\"");
    }
    var large = "{\"labels\":{\"k\":\"%s\"}}".formatted("v".repeat(8 * 1024));

    assertThat(frontend.post(TASKS, many + "}}").violatedFields()).isEqualTo("labels");
    assertThat(frontend.post(TASKS, large).violatedFields()).isEqualTo("labels");
  }

  @Test
  void aPayloadOverTheLambdasLimitIsRefusedWithBothNumbers() {
    frontend.put("/v1/lambdas/small", "{\"payloadBytesMax\":10}").requireOk();

    var fits = frontend.post("/v1/lambdas/small/tasks", "{\"json\":\"12345678\"}");
    var tooLarge = frontend.post("/v1/lambdas/small/tasks", "{\"json\":\"123456789\"}");

    assertThat(fits.status()).isEqualTo(200);
    assertThat(tooLarge.status()).isEqualTo(400);
    assertThat(tooLarge.reason()).isEqualTo("PAYLOAD_TOO_LARGE");
    assertThat(tooLarge.json().get("message").asText()).contains("11 bytes", "at most 10 bytes");
  }

  @Test
  void aMessageOverTheTransportsLimitIsResourceExhaustedAndTheServerLives() {
    var request =
        ScheduleRequest.newBuilder()
            .setLambda("resize")
            .setData(ByteString.copyFrom(new byte[2 * 1024 * 1024]))
            .build();

    var refused =
        catchThrowableOfType(
            StatusRuntimeException.class, () -> frontend.tasks().schedule(request));

    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(frontend.post(TASKS, "{}").status()).isEqualTo(200);
  }

  @Test
  void anUnknownLambdaIsNotFoundAndSaysHowToRegisterIt() {
    var answer = frontend.post("/v1/lambdas/unknown/tasks", "{}");

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.reason()).isEqualTo("LAMBDA_NOT_FOUND");
    assertThat(answer.json().get("message").asText()).contains("PUT /v1/lambdas/unknown");
  }

  @Test
  void aLambdaWorksAsSoonAsItIsRegistered() {
    assertThat(frontend.post("/v1/lambdas/late/tasks", "{}").status()).isEqualTo(404);

    frontend.registered("late");

    assertThat(frontend.post("/v1/lambdas/late/tasks", "{}").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a%2Fb", "..%2f..", "a%00b", "a%0Ab", "%E2%80%AEevil", "%F0%9F%92%A9", "A", "9a"})
  void aNameThatIsNoneIsRefusedEscaped(String name) {
    var answer = frontend.post("/v1/lambdas/" + name + "/tasks", "{}");

    assertThat(answer.status()).isBetween(400, 404);
    assertThat(answer.contentType()).startsWith("application/json");
    assertThat(answer.json().get("message").asText()).doesNotContain("\n", "\u0000", "\u202e");
  }

  @Test
  void timesThatNoCalendarKnowsAreRefused() {
    var year10000 = Timestamp.newBuilder().setSeconds(253_402_300_800L).build();
    var badNanos = Timestamp.newBuilder().setSeconds(1_800_000_000L).setNanos(-1).build();
    var overflow =
        com.google.protobuf.Duration.newBuilder().setSeconds(Long.MAX_VALUE).setNanos(1).build();
    var badSign = com.google.protobuf.Duration.newBuilder().setSeconds(1).setNanos(-1).build();

    assertFieldInvalid(request().setScheduledAt(year10000));
    assertFieldInvalid(request().setScheduledAt(badNanos));
    assertFieldInvalid(request().setDeadline(year10000));
    assertFieldInvalid(request().setDelay(overflow));
    assertFieldInvalid(request().setDelay(badSign));
  }

  @Test
  void valuesThatJsonCannotSayAreRefused() {
    var deep = Value.newBuilder().setNumberValue(1).build();
    for (int i = 0; i < 40; i++) {
      deep = Value.newBuilder().setListValue(ListValue.newBuilder().addValues(deep)).build();
    }

    assertFieldInvalid(request().setJson(Value.newBuilder().setNumberValue(Double.NaN)));
    assertFieldInvalid(request().setJson(Value.getDefaultInstance()));
    assertFieldInvalid(request().setJson(deep));
  }

  @Test
  void jsonNestedTenThousandDeepIsRefusedAndTheServerLives() {
    var deep = "[".repeat(10_000) + "]".repeat(10_000);

    assertThat(frontend.post(TASKS, "{\"json\":" + deep + "}").status()).isEqualTo(400);
    assertThat(frontend.post(TASKS, deep).status()).isEqualTo(400);
    assertThat(frontend.post(TASKS, "{}").status()).isEqualTo(200);
  }

  private static ScheduleRequest.Builder request() {
    return ScheduleRequest.newBuilder().setLambda("resize");
  }

  private void assertFieldInvalid(ScheduleRequest.Builder request) {
    var refused =
        catchThrowableOfType(
            StatusRuntimeException.class, () -> frontend.tasks().schedule(request.build()));

    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(RpcErrors.reasonOf(refused)).contains(ErrorReason.FIELD_INVALID);
  }

  private int pending() {
    return frontend.get(TASKS).requireOk().json().get("tasks").size();
  }
}
