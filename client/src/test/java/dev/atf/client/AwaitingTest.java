package dev.atf.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Context;
import io.grpc.Status;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Tests how a wait ends when its last call was cancelled by the client or the server. */
final class AwaitingTest {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Awaiting awaiting =
      new Awaiting(
          new Retries(3, CALL_TIMEOUT, new Random(1), closed), CALL_TIMEOUT, new Random(1), closed);

  @Test
  void timesOutThoughTheServerHasResetTheLastCall() {
    assertThatThrownBy(() -> await(() -> {}))
        .isInstanceOf(TimeoutException.class)
        .hasCauseInstanceOf(AtfException.class);
  }

  @Test
  void anInterruptedCallIsNoTimeout() {
    assertThatThrownBy(() -> await(() -> Thread.currentThread().interrupt()))
        .isInstanceOf(AtfException.class);

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aCallThatItsCallerHasCancelledIsNoTimeout() {
    var context = Context.current().withCancellation();

    context.run(
        () ->
            assertThatThrownBy(() -> await(() -> context.cancel(null)))
                .isInstanceOf(AtfException.class));
  }

  /**
   * Waits with a deadline that passes immediately; each call is cancelled after the given action.
   */
  private void await(Runnable before) throws TimeoutException, InterruptedException {
    var unused =
        awaiting.await(
            new Awaiting.Awaited<Status.Code>(
                "task t",
                deadline -> {
                  before.run();
                  throw Status.CANCELLED.asRuntimeException();
                },
                code -> true,
                code -> code),
            Duration.ZERO);
  }
}
