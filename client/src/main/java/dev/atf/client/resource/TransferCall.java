package dev.atf.client.resource;

import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.BlockingClientCall;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Streaming call on the calling thread. It may last as long as it makes progress.
 *
 * @param silenceMax time without any progress after which the call is given up
 * @param <Q> what is sent
 * @param <R> what is received
 */
record TransferCall<Q, R>(BlockingClientCall<Q, R> call, Duration silenceMax)
    implements AutoCloseable {
  private interface Step<T> {
    T take() throws StatusException, InterruptedException, TimeoutException;
  }

  /**
   * Sends a message as soon as the server takes it.
   *
   * @return whether it was sent; otherwise the server has answered
   * @throws StatusRuntimeException if the call was refused, or there is no progress
   */
  boolean write(Q message) {
    return step(() -> call.write(message, silenceMax.toMillis(), TimeUnit.MILLISECONDS));
  }

  /** Tells the server that all is sent. */
  void endWriting() {
    call.halfClose();
  }

  /**
   * Returns the next message; empty: the call has ended.
   *
   * @throws StatusRuntimeException if the call was refused, or there is no progress
   */
  Optional<R> read() {
    return step(() -> Optional.ofNullable(call.read(silenceMax.toMillis(), TimeUnit.MILLISECONDS)));
  }

  private <T> T step(Step<T> step) {
    try {
      return step.take();
    } catch (StatusException e) {
      throw new StatusRuntimeException(e.getStatus(), e.getTrailers());
    } catch (TimeoutException e) {
      throw Status.DEADLINE_EXCEEDED
          .withDescription("no progress within " + silenceMax)
          .withCause(e)
          .asRuntimeException();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Status.CANCELLED.withCause(e).asRuntimeException();
    }
  }

  /** Gives the call up, if it has not ended. */
  @Override
  public void close() {
    call.cancel("given up", null);
  }
}
