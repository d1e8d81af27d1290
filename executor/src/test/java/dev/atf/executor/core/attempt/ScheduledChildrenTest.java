package dev.atf.executor.core.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.executor.ChildTask;
import dev.atf.executor.OnChildFailure;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.ManualClock;
import dev.atf.executor.core.RecordingTerminator;
import dev.atf.executor.core.Rig;
import dev.atf.executor.core.staging.DiskFullException;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.AttemptResult.Success.OnFailure;
import dev.atf.protocol.v1.ScheduleRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that scheduled tasks are created with the handler's success, and never otherwise. */
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
  void childrenThatATaskWaitsForGoWithTheSuccessToo() {
    var result =
        run(
            (payload, context) -> {
              context.scheduleThen(
                  List.of(
                      ChildTask.of("resize-image", new Resize("cat.png", 200)),
                      ChildTask.of("resize-image").priority("high")),
                  ChildTask.of("send-email"),
                  OnChildFailure.CONTINUE);
              context.scheduleThen(List.of(), ChildTask.of("send-email"));
              return Outcome.success();
            });

    var joins = result.getSuccess().getJoinsList();
    assertThat(joins).hasSize(2);
    assertThat(joins.get(0).getOnFailure()).isEqualTo(OnFailure.CONTINUE);
    assertThat(joins.get(0).getChildrenList())
        .extracting(child -> child.getPriority() + child.getData().toStringUtf8())
        .containsExactly("{\"image\":\"cat.png\",\"width\":200}", "high");
    assertThat(joins.get(0).getThen().getLambda()).isEqualTo("send-email");
    assertThat(joins.get(1).getOnFailure()).isEqualTo(OnFailure.STOP);
  }

  @Test
  void aStepOfAJoinHasNoTimeOfItsOwnAndCountsWithTheOthers() {
    run(
        (payload, context) -> {
          var early = ChildTask.of("a").delay(Duration.ofSeconds(1));
          assertThatThrownBy(() -> context.scheduleThen(List.of(early), ChildTask.of("b")))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("child 0 has a time of its own");
          context.schedule(ChildTask.of("a"));
          var many = Collections.nCopies(99, ChildTask.of("a"));
          assertThatThrownBy(() -> context.scheduleThen(many, ChildTask.of("b")))
              .isInstanceOf(IllegalStateException.class)
              .hasMessage("schedule: 101 children (expected: at most 100)");
          return Outcome.success();
        });
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
  void rejectsChildrenScheduledAfterTheHandlerReturned() {
    var kept = new ArrayList<TaskContext>();
    run(
        (payload, context) -> {
          kept.add(context);
          return Outcome.success();
        });

    assertThatThrownBy(() -> kept.get(0).schedule(ChildTask.of("resize-image")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("schedule: the attempt has ended");
  }

  private AttemptResult run(TaskHandler<byte[]> handler) {
    var attempt = new RunningAttempt(FakeCluster.work("a", "paint", ""), clock.nanos());
    var handlers =
        new Handlers(
            Map.of(
                "paint",
                BoundHandler.of(
                    new PayloadReader<byte[]>(json, json.constructType(byte[].class)), handler)));
    var run =
        new AttemptRun(
            handlers, AttemptSpans.OFF, new RecordingTerminator(), clock, json, Rig.noFiles());
    try {
      return run.run(attempt).orElseThrow();
    } catch (DiskFullException e) {
      throw new AssertionError(e);
    }
  }
}
