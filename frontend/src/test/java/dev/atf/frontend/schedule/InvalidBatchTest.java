package dev.atf.frontend.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.Transport;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import io.grpc.Status;
import java.util.Collections;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches that are wrong as a whole or in part, over both transports. */
final class InvalidBatchTest {
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

  @ParameterizedTest
  @EnumSource
  @Tag("B16")
  void noneAndMoreThanAThousandAreRefusedAndNoneIsStored(Transport transport) {
    var none = ScheduleBatchRequest.newBuilder().setLambda("resize").build();
    var many =
        none.toBuilder()
            .addAllTasks(Collections.nCopies(1_001, ScheduleRequest.getDefaultInstance()))
            .build();
    long before = frontend.line.writes();

    for (var batch : new ScheduleBatchRequest[] {none, many}) {
      var reply = transport.call(frontend, batch);
      assertThat(reply.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
      assertThat(reply.reason()).isEqualTo("FIELD_INVALID");
      assertThat(reply.fields()).containsExactly("tasks");
    }
    assertThat(frontend.line.writes()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B16")
  void eachTaskOfABatchHasItsOwnAnswer(Transport transport) {
    var bad =
        ScheduleRequest.newBuilder()
            .setPriority("urgent")
            .setDelay(Duration.newBuilder().setSeconds(-1))
            .setCollection("a/b");
    var batch =
        ScheduleBatchRequest.newBuilder()
            .setLambda("resize")
            .addTasks(keyed(transport, "one", ""))
            .addTasks(bad)
            .addTasks(keyed(transport, "one", ""))
            .addTasks(keyed(transport, "one", "high"))
            .addTasks(ScheduleRequest.newBuilder().setLambda("other"))
            .addTasks(ScheduleRequest.newBuilder().setLambda("resize"));
    int before = pending();

    var results = transport.call(frontend, batch.build()).requireOk().body().get("results");

    assertThat(results).hasSize(6);
    assertThat(results.get(1).get("error").toString())
        .contains("\"priority\"", "\"collection\"", "\"delay\"", "PRIORITY_UNKNOWN");
    assertThat(results.get(4).get("error").toString()).contains("FIELD_INVALID", "lambda");
    assertThat(results.get(5).path("created").asBoolean()).isTrue();
    // Of three tasks with one key, the first one decides; the others repeat it or are refused.
    var tasks = new java.util.HashSet<String>();
    int refused = 0;
    for (int i : new int[] {0, 2, 3}) {
      if (results.get(i).has("error")) {
        refused++;
        assertThat(results.get(i).toString()).contains("IDEMPOTENCY_KEY_REUSED");
      } else {
        tasks.add(results.get(i).get("taskId").asText());
      }
    }
    assertThat(tasks).hasSize(1);
    assertThat(refused).isBetween(1, 2);
    assertThat(pending() - before).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void aBatchOfAnUnknownLambdaIsRefusedAsAWhole(Transport transport) {
    var batch =
        ScheduleBatchRequest.newBuilder()
            .setLambda("unknown")
            .addTasks(ScheduleRequest.getDefaultInstance());
    long before = frontend.line.writes();

    var reply = transport.call(frontend, batch.build());

    assertThat(reply.code()).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(reply.reason()).isEqualTo("LAMBDA_NOT_FOUND");
    assertThat(frontend.line.writes()).isEqualTo(before);
  }

  /** A body that is not a list of tasks cannot be answered task by task. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"tasks\":{}}",
        "{\"tasks\":[null]}",
        "{\"tasks\":[{\"priorty\":\"x\"},{}]}",
        "{\"task\":[{}]}"
      })
  void aBatchThatCannotBeReadIsRefusedAndNoneIsStored(String body) {
    long before = frontend.line.writes();

    var answer = frontend.post("/v1/lambdas/resize/tasks:batch", body);

    assertThat(answer.status()).describedAs(answer.body()).isEqualTo(400);
    assertThat(answer.reason()).isEqualTo("FIELD_INVALID");
    assertThat(answer.violatedFields()).startsWith("task");
    assertThat(frontend.line.writes()).isEqualTo(before);
  }

  private static ScheduleRequest keyed(Transport transport, String key, String priority) {
    return ScheduleRequest.newBuilder()
        .setIdempotencyKey(transport + key)
        .setPriority(priority)
        .build();
  }

  private static int pending() {
    return frontend.get("/v1/lambdas/resize/tasks").requireOk().json().get("tasks").size();
  }
}
