package dev.atf.executor.core.call;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for one answer, but never longer than the time-out, even if the connection hangs. */
public final class GrpcCall {
  private GrpcCall() {}

  /** Returns the status in one line, without the stack traces of its causes. */
  public static String brief(Status status) {
    var description = status.getDescription();
    if (description == null && status.getCause() != null) {
      description = status.getCause().toString();
    }
    return description == null
        ? status.getCode().name()
        : status.getCode() + ": " + ResultLimits.head(description).lines().findFirst().orElse("");
  }

  /**
   * Waits as {@link #await(ListenableFuture, Duration)} does.
   *
   * @param whenSilent runs if there was no answer within the time
   */
  static <T> T await(ListenableFuture<T> call, Duration timeout, Runnable whenSilent) {
    try {
      return await(call, timeout);
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED) {
        whenSilent.run();
      }
      throw e;
    }
  }

  static <T> T await(ListenableFuture<T> call, Duration timeout) {
    try {
      return call.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      call.cancel(true);
      throw Status.DEADLINE_EXCEEDED
          .withDescription("no answer within " + timeout)
          .asRuntimeException();
    } catch (CancellationException e) {
      throw Status.CANCELLED.withCause(e).asRuntimeException();
    } catch (InterruptedException e) {
      call.cancel(true);
      Thread.currentThread().interrupt();
      throw Status.CANCELLED.withCause(e).asRuntimeException();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof StatusRuntimeException status
          ? status
          : Status.fromThrowable(e).asRuntimeException();
    }
  }
}
