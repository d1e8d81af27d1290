package dev.atf.frontend;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Value;
import dev.atf.model.IdempotencyKey;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.task.Outcome;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.store.testing.StoreWrite;
import io.grpc.Status;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls with one key create one task, over either transport. */
final class IdempotencyByProtocolTest {
  private static final Duration GONE_AFTER = Duration.ofMillis(200);

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
  @Tag("B11")
  void theSameRequestIsOneTaskAHundredTimesAtOnceAndAfterItsEnd(Transport transport) {
    var request = keyed(transport + "hundred", 1);
    var threads = Executors.newFixedThreadPool(25);

    var replies =
        IntStream.range(0, 100)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        // Every tenth call uses the other transport.
                        () -> (i % 10 == 0 ? other(transport) : transport).call(frontend, request),
                        threads))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .toList();
    threads.shutdown();
    var taskId = replies.get(0).requireOk().text("taskId");
    var pipeline = new Pipeline(frontend);
    pipeline.succeed(pipeline.run(taskId), Outcome.success("d", Payload.EMPTY));
    var afterwards = transport.call(frontend, request).requireOk();

    assertThat(replies).allMatch(reply -> reply.requireOk().text("taskId").equals(taskId));
    assertThat(replies).filteredOn(reply -> reply.text("created").equals("true")).hasSize(1);
    assertThat(afterwards.text("taskId")).isEqualTo(taskId);
    assertThat(afterwards.body().path("created").asBoolean()).isFalse();
    assertThat(frontend.association(taskId).status().finished()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B12")
  void anotherRequestUnderTheKeyIsRefusedAndNamesTheTask(Transport transport) {
    var taskId = transport.call(frontend, keyed(transport + "other", 1)).requireOk().text("taskId");

    var reply = other(transport).call(frontend, keyed(transport + "other", 2));

    assertThat(reply.code()).isEqualTo(Status.Code.ALREADY_EXISTS);
    assertThat(reply.reason()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    assertThat(reply.message()).contains(taskId);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B27")
  void aCallerWhoGaveUpInTheMiddleFindsTheSameTaskWithTheSameKey(Transport transport)
      throws Exception {
    var key = transport + "gave-up";
    frontend.line.hold(StoreWrite.any());

    giveUp(transport, key);
    frontend.line.letGo();
    var again = transport.call(frontend, keyed(key, 1)).requireOk();

    var id = TaskId.ofKey(new LambdaName("resize"), new IdempotencyKey(key));
    assertThat(again.text("taskId")).isEqualTo(id.value());
    await().until(() -> frontend.store.find(id).isPresent());
    assertThat(transport.call(frontend, keyed(key, 1)).requireOk().text("created"))
        .isNotEqualTo("true");
  }

  @Test
  void aCallThatTimedOutMakesNoTaskAnyMore() throws Exception {
    var id = TaskId.ofKey(new LambdaName("resize"), new IdempotencyKey("timed-out"));
    frontend.line.hold(StoreWrite.any());

    giveUp(Transport.GRPC, "timed-out");
    frontend.line.letGo();

    await().until(() -> frontend.store.findEntity(id).isPresent());
    await()
        .during(Duration.ofMillis(150))
        .atMost(Duration.ofSeconds(5))
        .until(() -> frontend.store.find(id).isEmpty());
    var again = Transport.HTTP.call(frontend, keyed("timed-out", 1)).requireOk();
    assertThat(again.text("created")).isEqualTo("true");
  }

  /** Returns once the caller is gone, while the call is still before its first write. */
  private static void giveUp(Transport transport, String key) throws Exception {
    if (transport == Transport.GRPC) {
      var hasty = frontend.tasks().withDeadlineAfter(150, MILLISECONDS);
      assertThat(catchThrowable(() -> hasty.schedule(keyed(key, 1)))).isNotNull();
    } else {
      var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      var call =
          http.sendAsync(
              HttpRequest.newBuilder(
                      URI.create(
                          "http://127.0.0.1:" + frontend.port() + "/v1/lambdas/resize/tasks"))
                  .header("content-type", "application/json")
                  .POST(
                      HttpRequest.BodyPublishers.ofString(
                          "{\"idempotencyKey\":\"%s\",\"json\":1}".formatted(key)))
                  .build(),
              BodyHandlers.ofString());
      await().until(frontend.line::isHolding);
      call.cancel(true);
    }
    // The server notices only later that the caller is gone.
    await().pollDelay(GONE_AFTER).until(frontend.line::isHolding);
  }

  private static Transport other(Transport transport) {
    return transport == Transport.GRPC ? Transport.HTTP : Transport.GRPC;
  }

  private static ScheduleRequest keyed(String key, double json) {
    return ScheduleRequest.newBuilder()
        .setLambda("resize")
        .setIdempotencyKey(key)
        .setJson(Value.newBuilder().setNumberValue(json))
        .build();
  }
}
