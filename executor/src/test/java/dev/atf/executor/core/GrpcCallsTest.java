package dev.atf.executor.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.SettableFuture;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
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
  void anInterruptionEndsTheCallAndIsNotForgotten() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(
            () -> GrpcCall.await(SettableFuture.<String>create(), Duration.ofSeconds(60)))
        .isInstanceOf(StatusRuntimeException.class);
    assertThat(Thread.interrupted()).isTrue();
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
