package dev.atf.executor.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.executor.ChildTask;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ScheduleRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a handler schedules goes with its success, and nowhere else. */
final class ScheduledChildrenTest {
  private final ObjectMapper json = new ObjectMapper();
  private final ManualClock clock = new ManualClock();

  record Resize(String image, int width) {}

  @Test
  void childrenGoWithTheSuccessInTheirOrder() {
    var result =
        run(
            (payload, context) -> {
              int first =
                  context.schedule(
                      ChildTask.of("resize-image", new Resize("cat.png", 200))
                          .priority("high")
                          .collection("pets")
                          .delay(Duration.ofMinutes(5))
                          .labels(Map.of("team", "media")));
              int second =
                  context.schedule(
                      ChildTask.ofBytes("send-email", new byte[] {1}, "x/y")
                          .at(Instant.EPOCH)
                          .deadline(Instant.EPOCH.plusSeconds(9)));
              assertThat(first).isZero();
              return Outcome.success(second);
            });

    assertThat(result.getSuccess().getResult().toStringUtf8()).isEqualTo("1");
    assertThat(result.getSuccess().getChildrenList())
        .containsExactly(
            ScheduleRequest.newBuilder()
                .setLambda("resize-image")
                .setData(
                    com.google.protobuf.ByteString.copyFromUtf8(
                        "{\"image\":\"cat.png\",\"width\":200}"))
                .setContentType("application/json")
                .setPriority("high")
                .setCollection("pets")
                .setDelay(ProtoTimes.proto(Duration.ofMinutes(5)))
                .putLabels("team", "media")
                .build(),
            ScheduleRequest.newBuilder()
                .setLambda("send-email")
                .setData(com.google.protobuf.ByteString.copyFrom(new byte[] {1}))
                .setContentType("x/y")
                .setScheduledAt(ProtoTimes.proto(Instant.EPOCH))
                .setDeadline(ProtoTimes.proto(Instant.EPOCH.plusSeconds(9)))
                .build());
  }

  @Test
  void nothingIsMadeOfWhatAnAttemptSchedulesThatFails() {
    var failed =
        run(
            (payload, context) -> {
              context.schedule(ChildTask.of("resize-image"));
              return Outcome.retriable("NOT_YET", "no");
            });
    var threw =
        run(
            (payload, context) -> {
              context.schedule(ChildTask.of("resize-image"));
              throw new IllegalStateException("no");
            });

    assertThat(failed.toString()).doesNotContain("resize-image");
    assertThat(threw.toString()).doesNotContain("resize-image");
  }

  @Test
  void oneTooManyOrTooMuchIsRefusedToTheHandler() {
    run(
        (payload, context) -> {
          for (int i = 0; i < 100; i++) {
            context.schedule(ChildTask.of("resize-image"));
          }
          assertThatThrownBy(() -> context.schedule(ChildTask.of("resize-image")))
              .isInstanceOf(IllegalStateException.class)
              .hasMessage("schedule: 101 children (expected: at most 100)");
          return Outcome.success();
        });
    run(
        (payload, context) -> {
          assertThatThrownBy(
                  () -> context.schedule(ChildTask.ofBytes("a", new byte[1024 * 1024], "x/y")))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("bytes (expected: at most 1048576)");
          return Outcome.success();
        });
  }

  @Test
  void whatIsScheduledAfterTheHandlerReturnedIsRefused() {
    var kept = new ArrayList<TaskContext>();
    run(
        (payload, context) -> {
          kept.add(context);
          return Outcome.success();
        });

    assertThatThrownBy(() -> kept.get(0).schedule(ChildTask.of("resize-image")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("schedule: the attempt is over");
  }

  private AttemptResult run(TaskHandler<byte[]> handler) {
    var attempt =
        new RunningAttempt(
            FakeCluster.work("a", "paint", ""),
            Duration.ofSeconds(25),
            clock.nanos() + Duration.ofSeconds(25).toNanos());
    var run =
        new AttemptRun(
            AttemptSpans.OFF, new ResultWriter(json), new RecordingTerminator(), clock, json);
    return run.run(
            attempt,
            BoundHandler.of(
                new PayloadReader<byte[]>(json, json.constructType(byte[].class)), handler))
        .orElseThrow();
  }
}
