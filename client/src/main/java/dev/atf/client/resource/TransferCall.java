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
 * Streaming call on the calling thread. It may last as long as there is progress.
 *
 * @param silenceMax time without progress after which the call is cancelled
 * @param <Q> type of the messages that are sent
 * @param <R> type of the messages that are received
 */
record TransferCall<Q, R>(BlockingClientCall<Q, R> call, Duration silenceMax)
    implements AutoCloseable {
  private interface Step<T> {
    T take() throws StatusException, InterruptedException, TimeoutException;
  }

  /**
   * Sends a message as soon as the server can accept it.
   *
   * @return whether the message was sent; if not, the server has already answered
   * @throws StatusRuntimeException if the call was refused or made no progress
   */
  boolean write(Q message) {
    return step(() -> call.write(message, silenceMax.toMillis(), TimeUnit.MILLISECONDS));
  }

  /** Signals to the server that everything is sent. */
  void endWriting() {
    call.halfClose();
  }

  /**
   * Returns the next message; empty if the call has ended.
   *
   * @throws StatusRuntimeException if the call was refused or made no progress
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

  /** Cancels the call if it has not ended. */
  @Override
  public void close() {
    call.cancel("given up", null);
  }
}
