package dev.atf.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.store.testing.Fault;
import dev.atf.store.testing.StoreWrite;
import io.grpc.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers to callers when the store or the frontend itself fails. */
final class StoreFailureTest {
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

  @ParameterizedTest
  @EnumSource(names = {"UNAVAILABLE", "REQUEST_LOST"})
  @Tag("E1.1")
  void aStoreThatIsDownIsUnavailableAndSaysWhenToComeBack(Fault fault) {
    frontend.line.failIf(StoreWrite.any(), fault);

    var answer = frontend.post(TASKS, "{}");

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.json().get("code").asInt()).isEqualTo(14);
    assertThat(answer.reason()).isEqualTo("STORE_UNAVAILABLE");
    assertThat(answer.body()).contains("RetryInfo", "\"retryDelay\":\"1s\"");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B20")
  void unavailableStoreIsReportedOverBothTransports(Transport transport) {
    frontend.line.failIf(StoreWrite.any(), Fault.UNAVAILABLE);
    var schedule = ScheduleRequest.newBuilder().setLambda("resize").build();
    var batch = ScheduleBatchRequest.newBuilder().setLambda("resize").addTasks(schedule).build();

    var reply = transport.call(frontend, schedule);
    var results = transport.call(frontend, batch).requireOk().body().get("results");

    assertThat(reply.code()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(reply.reason()).isEqualTo("STORE_UNAVAILABLE");
    assertThat(reply.retry()).isTrue();
    assertThat(results.get(0).get("error").toString())
        .contains("STORE_UNAVAILABLE", "google.rpc.RetryInfo");
  }

  @ParameterizedTest
  @EnumSource
  void unavailableQueueIsReportedOverBothTransports(Transport transport) {
    frontend.switchedQueue.switchOff();

    var reply = transport.call(frontend, Lambda.newBuilder().setName("later").build());

    assertThat(reply.code()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(reply.reason()).isEqualTo("QUEUE_UNAVAILABLE");
    assertThat(reply.retry()).isTrue();
  }

  @Test
  void unexpectedErrorShowsAnErrorIdAndNoInternals() {
    frontend.line.failIf(StoreWrite.any(), Fault.BUG);

    var answer = frontend.post(TASKS, "{}");

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.reason()).isEqualTo("INTERNAL");
    assertThat(answer.json().get("message").asText()).matches("internal error [0-9a-f]{16}; .*");
    assertThat(answer.body()).doesNotContain("secret", "Exception", "dev.atf.frontend");
  }

  @Test
  void theFailureOfOneTaskOfABatchIsThatTasksAlone() {
    frontend.line.failNext(Fault.BUG);

    var results =
        frontend.post(TASKS + ":batch", "{\"tasks\":[{},{},{}]}").requireOk().json().get("results");

    assertThat(results).hasSize(3);
    assertThat(results).filteredOn(result -> result.has("error")).hasSize(1);
    assertThat(frontend.get(TASKS).json().get("tasks")).hasSize(2);
  }
}
