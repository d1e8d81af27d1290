package dev.atf.frontend.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.Duration;
import dev.atf.frontend.TestFrontend;
import dev.atf.frontend.Transport;
import dev.atf.model.Alarm;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TriggerPartition;
import dev.atf.protocol.v1.Lambda;
import dev.atf.queue.QueueName;
import io.grpc.Status;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Settings of a lambda that are wrong, over both transports. The rules themselves are tested in the
 * package validation.
 */
final class InvalidLambdaTest {
  private static TestFrontend frontend;

  @BeforeAll
  static void start() {
    frontend = new TestFrontend();
  }

  @AfterAll
  static void stop() {
    frontend.close();
  }

  private record Wrong(String name, Consumer<Lambda.Builder> how, List<String> fields) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Wrong wrong(String name, Consumer<Lambda.Builder> how, String... fields) {
    return new Wrong(name, how, List.of(fields));
  }

  private static Stream<Arguments> wrongs() {
    return Stream.of(
            wrong("multiplier NaN", l -> l.getRetryBuilder().setMultiplier(Double.NaN), MULTIPLIER),
            wrong("lease under minimum", l -> l.setLeaseTimeout(seconds(10)), "leaseTimeout"),
            wrong("unknown history", l -> l.setHistoryValue(77), "history"),
            wrong(
                "nasty priorities",
                l -> l.addPriorities("a/b").addPriorities("ok").addPriorities("\u202e"),
                "priorities[0]",
                "priorities[2]"),
            wrong(
                "all at once",
                l -> {
                  l.addPriorities("A").setDefaultPriority("#").setShards(-1).setHistoryValue(9);
                  l.setLeaseTimeout(seconds(1)).setScheduleRate(-1).setMaxRunning(-2);
                  l.getRetryBuilder().setMaxAttempts(-1).setMultiplier(0.5);
                },
                "priorities[0]",
                "defaultPriority",
                "retry.maxAttempts",
                MULTIPLIER,
                "leaseTimeout",
                "history",
                "shards",
                "scheduleRate",
                "maxRunning"))
        .flatMap(
            wrong ->
                Arrays.stream(Transport.values()).map(transport -> arguments(transport, wrong)));
  }

  private static final String MULTIPLIER = "retry.multiplier";

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("wrongs")
  @Tag("B17")
  void reportsAllInvalidFieldsAndStoresNothing(Transport transport, Wrong wrong) {
    var lambda = Lambda.newBuilder().setName("wrong");
    wrong.how.accept(lambda);

    var reply = transport.call(frontend, lambda.build());

    assertThat(reply.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(reply.reason()).isEqualTo("FIELD_INVALID");
    assertThat(reply.fields()).isEqualTo(wrong.fields);
    assertThat(frontend.lambdas.find(new LambdaName("wrong"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B17")
  void zeroIsNotTheDefault(Transport transport) {
    var lambda = Lambda.newBuilder().setName("zero").setShards(0).setPayloadBytesMax(0);
    lambda
        .setLeaseTimeout(Duration.getDefaultInstance())
        .getRetryBuilder()
        .setMaxAttempts(0)
        .setMultiplier(0)
        .setInitialBackoff(Duration.getDefaultInstance());

    var refused = transport.call(frontend, lambda.build());

    assertThat(refused.fields())
        .contains(
            "retry.maxAttempts",
            MULTIPLIER,
            "retry.initialBackoff",
            "leaseTimeout",
            "shards",
            "payloadBytesMax");
    assertThat(frontend.lambdas.find(new LambdaName("zero"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B17")
  void absentFieldsHaveDefaultsAndValidZerosAreKept(Transport transport) {
    var lambda = Lambda.newBuilder().setName("absent");
    lambda.getRetryBuilder().setBudgetRatio(0);

    var retry = transport.call(frontend, lambda.build()).requireOk().body().path("retry");

    assertThat(retry.path("maxAttempts").asInt()).isEqualTo(10);
    assertThat(retry.path("budgetRatio").asDouble()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"retry\":{\"maxAttempt\":4},\"shard\":1} | retry.maxAttempt,shard",
        "{\"name\":\"other\"} | name",
      })
  void reportsAllJsonErrors(String body, String fields) {
    var answer = frontend.put("/v1/lambdas/wrong", body);

    assertThat(answer.status()).describedAs(answer.body()).isEqualTo(400);
    assertThat(answer.violatedFields()).isEqualTo(fields);
    assertThat(frontend.lambdas.find(new LambdaName("wrong"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void joinedNamesThatAreEqualAreDifferentLambdas(Transport transport) {
    var tag = transport == Transport.GRPC ? "g" : "h";
    transport.call(frontend, lambda(tag + "-a-b", "c")).requireOk();
    transport.call(frontend, lambda(tag + "-a", "b-c")).requireOk();

    frontend.post("/v1/lambdas/" + tag + "-a-b/tasks", "{\"delay\":\"5s\"}").requireOk();

    assertThat(frontend.get("/v1/lambdas/" + tag + "-a-b/tasks").json().get("tasks")).hasSize(1);
    assertThat(frontend.get("/v1/lambdas/" + tag + "-a/tasks").json().get("tasks")).isEmpty();
    assertThat(frontend.queue.depth(queue(tag + "-a-b", "c"))).isZero();
    assertThat(frontend.queue.depth(queue(tag + "-a", "b-c"))).isZero();
  }

  @Test
  @Tag("B26")
  void noTwoPairsOfNamesShareAQueueOrAListOfTheIndex() {
    var names =
        List.of("a", "a-b", "a-b-c", "b", "b-c", "c", "a--b", "dead", "done", "check", "a-0");
    var queues = new HashSet<String>();
    var lists = new HashSet<String>();
    int pairs = 0;

    for (var lambda : names) {
      for (var priority : names) {
        pairs++;
        queues.add(queue(lambda, priority).toString());
        for (var alarm : List.of(Alarm.DUE, Alarm.CHECK)) {
          lists.add(
              TriggerPartition.live(new LambdaName(lambda), new Priority(priority), 0, alarm)
                  .key());
        }
      }
      for (var alarm : List.of(Alarm.DEAD, Alarm.DONE)) {
        lists.add(TriggerPartition.finished(new LambdaName(lambda), 0, alarm).key());
        lists.add(TriggerPartition.finished(new LambdaName(lambda), 1, alarm).key());
      }
    }

    assertThat(queues).hasSize(pairs);
    assertThat(lists).hasSize(2 * pairs + 4 * names.size());
  }

  private static QueueName queue(String lambda, String priority) {
    return new QueueName(new LambdaName(lambda), new Priority(priority));
  }

  private static Lambda lambda(String name, String priority) {
    return Lambda.newBuilder().setName(name).addPriorities(priority).build();
  }

  private static Duration seconds(long seconds) {
    return Duration.newBuilder().setSeconds(seconds).build();
  }
}
