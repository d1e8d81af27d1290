package dev.atf.executor.core.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.executor.ExitCode;
import dev.atf.executor.LeaseLostException;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.ManualClock;
import dev.atf.executor.core.RecordingTerminator;
import dev.atf.executor.core.Rig;
import dev.atf.executor.core.staging.DiskFullException;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.Work;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

final class AttemptRunTest {
  private final ObjectMapper json =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  private final ManualClock clock = new ManualClock();
  private final RecordingTerminator terminator = new RecordingTerminator();

  record Colour(String name, int depth) {
    Colour {
      if (depth < 0) {
        throw new IllegalArgumentException("depth: " + depth + " (expected: 0 or more)");
      }
    }
  }

  private <T> AttemptResult run(Work work, JavaType type, TaskHandler<T> handler) {
    var attempt = new RunningAttempt(work, clock.nanos());
    return run(attempt, BoundHandler.of(new PayloadReader<T>(json, type), handler)).orElseThrow();
  }

  private Optional<AttemptResult> run(RunningAttempt attempt, BoundHandler handler) {
    var runs =
        new AttemptRun(
            new Handlers(Map.of("paint", handler)),
            AttemptSpans.OFF,
            terminator,
            clock,
            json,
            Rig.noFiles());
    try {
      return runs.run(attempt);
    } catch (DiskFullException e) {
      throw new AssertionError(e);
    }
  }

  private <T> AttemptResult run(String payload, Class<T> type, TaskHandler<T> handler) {
    return run(FakeCluster.work("a", "paint", payload), json.constructType(type), handler);
  }

  @Test
  void typedPayloadsAreReadAndUnknownFieldsIgnored() {
    var result =
        run(
            "{\"name\":\"blue\",\"depth\":3,\"newer\":true}",
            Colour.class,
            (colour, context) -> Outcome.success(colour));

    assertThat(result.getSuccess().getResult().toStringUtf8())
        .isEqualTo("{\"name\":\"blue\",\"depth\":3}");
  }

  @Test
  void genericBytesAndTreePayloadsAreRead() {
    var list =
        this.<List<Colour>>run(
            FakeCluster.work("a", "paint", "[{\"name\":\"blue\",\"depth\":1}]"),
            json.constructType(new TypeReference<List<Colour>>() {}),
            (colours, context) -> Outcome.success(colours.get(0).name()));
    var bytes = run("\u00e9", byte[].class, (payload, context) -> Outcome.success(payload.length));
    var tree =
        run("{\"a\":[1]}", JsonNode.class, (node, context) -> Outcome.success(node.at("/a/0")));

    assertThat(list.getSuccess().getResult().toStringUtf8()).isEqualTo("\"blue\"");
    assertThat(bytes.getSuccess().getResult().toStringUtf8()).isEqualTo("2");
    assertThat(tree.getSuccess().getResult().toStringUtf8()).isEqualTo("1");
  }

  @Test
  void anUnreadablePayloadIsFatalAndItsValuesAreNotTold() {
    var notJson = run("{secret", Colour.class, (colour, context) -> Outcome.success());
    var wrongType =
        run("{\"depth\":\"secret\"}", Colour.class, (colour, context) -> Outcome.success());
    var refused = run("{\"depth\":-1}", Colour.class, (colour, context) -> Outcome.success());
    var absent = run("", Colour.class, (colour, context) -> Outcome.success());

    assertThat(List.of(notJson, wrongType, refused, absent))
        .allSatisfy(
            result -> {
              assertThat(result.getFatalFailure().getCode()).isEqualTo("PAYLOAD_UNREADABLE");
              assertThat(result.getFatalFailure().getMessage()).doesNotContain("secret");
            });
    assertThat(wrongType.getFatalFailure().getMessage())
        .isEqualTo("depth: unreadable (expected: int)");
    assertThat(refused.getFatalFailure().getMessage()).contains("depth: -1 (expected: 0 or more)");
  }

  @Test
  void handlerThatReturnsNullHasFailedAndIsNamed() {
    var result = run("{}", JsonNode.class, (node, context) -> nothing());

    var failure = result.getRetriableFailure().getFailure();
    assertThat(failure.getCode()).isEqualTo("HANDLER_THREW");
    assertThat(failure.getMessage()).isEqualTo("the handler returned null (expected: an Outcome)");
  }

  @SuppressWarnings("NullAway") // as a handler that nothing checks for null
  private static Outcome nothing() {
    return null;
  }

  @SuppressWarnings("NullAway") // as the message of an exception without one
  private static String noText() {
    return null;
  }

  @Test
  void failureWithoutAMessageStaysWhatItIs() {
    var fatal = run("{}", JsonNode.class, (node, context) -> Outcome.fatal("BROKEN", noText()));
    var retriable =
        run("{}", JsonNode.class, (node, context) -> Outcome.retriable("AWAY", noText()));

    assertThat(fatal.getFatalFailure().getCode()).isEqualTo("BROKEN");
    assertThat(fatal.getFatalFailure().getMessage()).isEmpty();
    assertThat(retriable.getRetriableFailure().getFailure().getCode()).isEqualTo("AWAY");
  }

  @Test
  void failureWithoutACodeIsRefusedWhereItIsMade() {
    var result = run("{}", JsonNode.class, (node, context) -> Outcome.fatal(noText(), "it broke"));

    var failure = result.getRetriableFailure().getFailure();
    assertThat(failure.getMessage()).contains("code: null (expected: a failure code)");
    assertThat(failure.getDetails()).contains("AttemptRunTest");
  }

  @Test
  void threadIsLeftAsItWasHoweverTheHandlerEnds() {
    var thread = Thread.currentThread();
    var before = AttemptRun.ThreadState.current();
    TaskHandler<JsonNode> returns =
        (node, context) -> {
          change(thread);
          return Outcome.success();
        };
    TaskHandler<JsonNode> fails =
        (node, context) -> {
          change(thread);
          throw new IllegalStateException("broken");
        };

    for (var handler : List.of(returns, fails)) {
      run("{}", JsonNode.class, handler);

      assertThat(AttemptRun.ThreadState.current()).isEqualTo(before);
      assertThat(thread.isInterrupted()).isFalse();
    }
  }

  private static void change(Thread thread) {
    thread.setContextClassLoader(null);
    thread.setName("of-a-handler");
    thread.setPriority(Thread.MIN_PRIORITY);
    thread.setUncaughtExceptionHandler((failed, error) -> {});
    MDC.put("order", "7");
    thread.interrupt();
  }

  @Test
  void aPayloadThatIsNotJsonIsOnlyForHandlersOfBytes() {
    var work =
        FakeCluster.work("a", "paint", "plain").toBuilder().setContentType("text/plain").build();

    var typed =
        this.<Colour>run(
            work, json.constructType(Colour.class), (colour, context) -> Outcome.success());
    var bytes =
        this.<byte[]>run(
            work,
            json.constructType(byte[].class),
            (payload, context) -> Outcome.success(payload, "text/plain"));

    assertThat(typed.getFatalFailure().getMessage())
        .isEqualTo("contentType: text/plain (expected: application/json)");
    assertThat(bytes.getSuccess().getResult().toStringUtf8()).isEqualTo("plain");
    assertThat(bytes.getSuccess().getContentType()).isEqualTo("text/plain");
  }

  @Test
  void aResultUpToTheBoundIsReportedAndOneByteMoreIsFatal() {
    var most =
        run(
            "{}",
            JsonNode.class,
            (node, context) -> Outcome.success(new byte[350 * 1024], "image/png"));
    var more =
        run(
            "{}",
            JsonNode.class,
            (node, context) -> Outcome.success(new byte[350 * 1024 + 1], "image/png"));

    assertThat(most.getSuccess().getResult().size()).isEqualTo(350 * 1024);
    assertThat(more.getFatalFailure().getCode()).isEqualTo("RESULT_TOO_LARGE");
  }

  @Test
  void aResultThatIsNoJsonIsFatal() {
    var result =
        run("{}", JsonNode.class, (node, context) -> Outcome.success(new Object[] {new Object()}));

    assertThat(result.getFatalFailure().getCode()).isEqualTo("RESULT_UNWRITABLE");
  }

  @Test
  void anExceptionIsARetriableFailureWithABoundedTrace() {
    var result =
        run(
            "{}",
            JsonNode.class,
            (node, context) -> {
              throw new IllegalStateException(
                  "outer", new RuntimeException("root " + "x".repeat(5_000)));
            });

    var failure = result.getRetriableFailure().getFailure();
    assertThat(failure.getCode()).isEqualTo("HANDLER_THREW");
    assertThat(failure.getMessage()).isEqualTo("java.lang.IllegalStateException: outer");
    assertThat(failure.getDetails()).startsWith("java.lang.RuntimeException: root").hasSize(2_000);
    assertThat(failure.getRetriable()).isTrue();
  }

  @Test
  void reportsUnprintableExceptionsByTheirClassName() {
    var throwing =
        run(
            "{}",
            JsonNode.class,
            (node, context) -> {
              throw new Unspeakable(() -> depth(1));
            });
    var silent =
        run(
            "{}",
            JsonNode.class,
            (node, context) -> {
              throw new Unspeakable(() -> null);
            });

    assertThat(List.of(throwing, silent))
        .allSatisfy(
            result -> {
              var failure = result.getRetriableFailure().getFailure();
              assertThat(failure.getCode()).isEqualTo("HANDLER_THREW");
              assertThat(failure.getMessage()).isEqualTo(Unspeakable.class.getName());
              assertThat(failure.getDetails()).isEqualTo(Unspeakable.class.getName() + "\n");
            });
    assertThat(terminator.codes()).isEmpty();
  }

  @Test
  void memoryThatIsExhaustedByTheTextOfAnExceptionEndsTheProcess() {
    var attempt = new RunningAttempt(FakeCluster.work("a", "paint", "{}"), 0);

    var result =
        run(
            attempt,
            (work, context) -> {
              throw new Unspeakable(
                  () -> {
                    throw new OutOfMemoryError("test");
                  });
            });

    assertThat(result).isEmpty();
    assertThat(terminator.codes()).containsExactly(ExitCode.OUT_OF_MEMORY);
  }

  /** Exception whose own methods throw. */
  private static final class Unspeakable extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Supplier<@Nullable String> words;

    Unspeakable(Supplier<@Nullable String> words) {
      this.words = words;
    }

    @Override
    public @Nullable String getMessage() {
      return words.get();
    }

    @Override
    public synchronized @Nullable Throwable getCause() {
      throw new IllegalStateException(words.get());
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new IllegalStateException("no trace");
    }

    @Override
    @SuppressWarnings("NullAway") // that is the test
    public String toString() {
      return words.get();
    }
  }

  @SuppressWarnings("InfiniteRecursion") // that is the test
  private static String depth(int depth) {
    return depth(depth + 1) + 1;
  }

  @Test
  void failuresKeepTheirCodeAndTheirDelay() {
    var retriable =
        run(
            "{}",
            JsonNode.class,
            (node, context) -> Outcome.retriable("BUSY", "later", Duration.ofSeconds(90)));
    var fatal = run("{}", JsonNode.class, (node, context) -> Outcome.fatal("NEVER", "no"));

    assertThat(retriable.getRetriableFailure().getRetryAfter().getSeconds()).isEqualTo(90);
    assertThat(retriable.getRetriableFailure().getFailure().getCode()).isEqualTo("BUSY");
    assertThat(fatal.getFatalFailure().getCode()).isEqualTo("NEVER");
    assertThat(fatal.getFatalFailure().getRetriable()).isFalse();
  }

  @Test
  void aHandlerThatSaysNotNowIsRetriedAfterExactlyItsDelay() {
    var later =
        run(
            "{}",
            JsonNode.class,
            (node, context) -> Outcome.retryLater(Duration.ofMillis(90_250), "no seat is free"));
    var atOnce = run("{}", JsonNode.class, (node, context) -> Outcome.retryLater(Duration.ZERO));

    var failure = later.getRetriableFailure();
    assertThat(failure.getFailure().getCode()).isEqualTo("RETRY_LATER");
    assertThat(failure.getFailure().getMessage()).isEqualTo("no seat is free");
    assertThat(failure.getFailure().getRetriable()).isTrue();
    assertThat(ProtoTimes.java(failure.getRetryAfter())).isEqualTo(Duration.ofMillis(90_250));
    assertThat(atOnce.getRetriableFailure().hasRetryAfter()).isTrue();
    assertThatThrownBy(() -> Outcome.retryLater(Duration.ofMillis(-1)))
        .hasMessage("after: PT-0.001S (expected: 0 or more)");
  }

  @Test
  void theContextTellsWhatTheWorkSays() {
    var result =
        run(
            "{}",
            JsonNode.class,
            (node, context) -> {
              assertThat(context.taskId()).isEqualTo("a");
              assertThat(context.lambda()).isEqualTo("paint");
              assertThat(context.priority()).isEqualTo("high");
              assertThat(context.collection()).isEqualTo("colour");
              assertThat(context.attempt()).isEqualTo(2);
              assertThat(context.fencingToken()).isEqualTo(3);
              assertThat(context.labels()).isEqualTo(Map.of("team", "blue"));
              assertThat(context.scheduledAt()).isEqualTo(Instant.ofEpochSecond(1_700_000_000));
              assertThat(context.leaseRemaining()).isEqualTo(Duration.ofSeconds(25));
              return Outcome.success();
            });

    assertThat(result.getOutcomeCase()).isEqualTo(AttemptResult.OutcomeCase.SUCCESS);
  }

  @Test
  void theTextOfAContextNamesTheAttemptAndNotItsPayload() {
    var text = new AtomicReference<String>();

    var ignored =
        run(
            "{\"secret\":\"s3cr3t\"}",
            byte[].class,
            (payload, context) -> {
              text.set(context.toString());
              return Outcome.success();
            });

    assertThat(text.get()).isEqualTo("taskId=a epoch=3 attempt=2");
  }

  @Test
  @Tag("F5")
  void noticesPausesLongerThanTheLeaseDespiteAHeartbeat() throws Exception {
    var rigs = new Rig[1];
    var checks = new AtomicInteger();
    var rig =
        new Rig(
            (payload, context) -> {
              // Sent just before the pause, answered during it, read after it.
              rigs[0].cluster.duringCall = () -> rigs[0].clock.advance(Duration.ofSeconds(60));
              context.ensureOwned();
              rigs[0].heartbeat.turn();
              checks.incrementAndGet();
              context.ensureOwned();
              checks.incrementAndGet();
              return Outcome.success();
            });
    rigs[0] = rig;
    var attempt = rig.holds("a");
    // It stays held until the watch checks it.
    rig.cluster.lostResultReplies.set(1);

    rig.slot.turn();
    rig.watch.turn();

    assertThat(checks).hasValue(1);
    assertThat(rig.terminator.codes()).containsExactly(ExitCode.LEASE_OVER);
    assertThat(rig.recorded(attempt.work()).orElseThrow().hasRetriableFailure()).isTrue();
  }

  @Test
  void ownershipEndsWithTheLocalDeadline() {
    var result =
        run(
            "{}",
            JsonNode.class,
            (node, context) -> {
              clock.advance(Duration.ofSeconds(25).minusMillis(1));
              context.ensureOwned();
              clock.advance(Duration.ofMillis(1));
              assertThatThrownBy(context::ensureOwned).isInstanceOf(LeaseLostException.class);
              return Outcome.success("checked".getBytes(StandardCharsets.UTF_8), "text/plain");
            });

    assertThat(result.getSuccess().getResult().toStringUtf8()).isEqualTo("checked");
  }
}
