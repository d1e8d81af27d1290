package dev.atf.executor.core.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.SettableFuture;
import dev.atf.testtime.TestTimeouts;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class GrpcCallsTest {
  @Test
  void aCallThatIsNeverAnsweredEndsWithItsTimeoutAndIsCancelled() {
    var call = SettableFuture.<String>create();

    assertThatThrownBy(() -> GrpcCall.await(call, Duration.ofMillis(1)))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));
    assertThat(call.isCancelled()).isTrue();
  }

  @Test
  void aCallWithoutAnAnswerIsToldApartFromARefusal() {
    var silences = new AtomicInteger();
    var refused = Futures.<String>immediateFailedFuture(Status.UNAVAILABLE.asRuntimeException());

    assertThatThrownBy(
            () -> GrpcCall.await(refused, Duration.ofSeconds(60), silences::incrementAndGet))
        .isInstanceOf(StatusRuntimeException.class);
    assertThat(silences).hasValue(0);
    assertThatThrownBy(
            () ->
                GrpcCall.await(
                    SettableFuture.<String>create(),
                    Duration.ofMillis(1),
                    silences::incrementAndGet))
        .isInstanceOf(StatusRuntimeException.class);
    assertThat(silences).hasValue(1);
  }

  @Test
  void anInterruptionEndsTheCallAndIsNotForgotten() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(
            () -> GrpcCall.await(SettableFuture.<String>create(), Duration.ofSeconds(60)))
        .isInstanceOf(StatusRuntimeException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void waitingIsNotCutShortWhileAnAnswerIsOnItsWay() throws Exception {
    var calls = new GrpcController.OpenCalls();
    var answered = SettableFuture.<String>create();
    var answers = new CompletableFuture<String>();
    var waiting =
        new Thread(
            () -> answers.complete(calls.await(() -> answered, Duration.ofSeconds(60), () -> {})));
    waiting.start();
    await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
    var stopping = new Thread(() -> calls.endedWithin(Duration.ofSeconds(60)));
    stopping.start();
    await().until(() -> stopping.getState() == Thread.State.TIMED_WAITING);

    answered.set("work");

    assertThat(answers.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isEqualTo("work");
    stopping.join();
  }

  @Test
  void waitingThatIsInVainIsCutShortNowAndLater() {
    var calls = new GrpcController.OpenCalls();
    var before = SettableFuture.<String>create();
    var waiting =
        CompletableFuture.supplyAsync(
            () -> calls.await(() -> before, Duration.ofSeconds(60), () -> {}));
    await()
        .untilAsserted(
            () -> {
              calls.close();
              calls.cancelAll();
              assertThat(before.isCancelled()).isTrue();
            });

    var after = SettableFuture.<String>create();

    assertThatThrownBy(waiting::join).hasCauseInstanceOf(StatusRuntimeException.class);
    assertThatThrownBy(() -> calls.await(() -> after, Duration.ofSeconds(5), () -> {}))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.CANCELLED));
  }

  @Test
  void reasonOfAFailedCallIsOneLine() {
    var noHost = new UnknownHostException("no address of hsc");

    assertThat(GrpcCall.brief(Status.UNAVAILABLE.withCause(noHost)))
        .isEqualTo("UNAVAILABLE: java.net.UnknownHostException: no address of hsc");
    assertThat(GrpcCall.brief(Status.UNAVAILABLE.withDescription("first\nsecond")))
        .isEqualTo("UNAVAILABLE: first");
    assertThat(GrpcCall.brief(Status.CANCELLED)).isEqualTo("CANCELLED");
  }

  @Test
  void aRefusalKeepsItsStatus() {
    var refused =
        Futures.<String>immediateFailedFuture(Status.PERMISSION_DENIED.asRuntimeException());

    assertThatThrownBy(() -> GrpcCall.await(refused, Duration.ofSeconds(1)))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED));
  }
}
