package dev.atf.executor.core.call;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Status;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Calls that wait for work, so that they can all be ended at once. */
@SuppressWarnings("CollectionUndefinedEquality") // futures are told apart by identity
final class OpenCalls {
  private final Set<ListenableFuture<?>> open = ConcurrentHashMap.newKeySet();

  private volatile boolean closed;

  /** Makes a call and waits for its answer, as {@link GrpcCall#await} does. */
  <T> T await(Supplier<ListenableFuture<T>> make, Duration timeout, Runnable whenSilent) {
    if (closed) {
      throw Status.CANCELLED.withDescription("this executor drains").asRuntimeException();
    }
    var call = make.get();
    open.add(call);
    try {
      return GrpcCall.await(call, timeout, whenSilent);
    } finally {
      open.remove(call);
    }
  }

  /** Prevents further calls. */
  void close() {
    closed = true;
  }

  /** Returns whether all calls have ended, waiting at most for a time. */
  boolean endedWithin(Duration patience) {
    try {
      Futures.successfulAsList(open).get(patience.toNanos(), TimeUnit.NANOSECONDS);
      return open.isEmpty();
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new AssertionError("a list of what succeeded does not fail", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /**
   * Cancels all calls. Work on its way to a cancelled call is held by no process until its lease
   * ends.
   */
  void cancelAll() {
    open.forEach(call -> call.cancel(true));
  }
}
