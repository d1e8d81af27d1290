package dev.atf.executor.core;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls that wait for work, so that they can be ended all at once. */
@SuppressWarnings("CollectionUndefinedEquality") // futures are told apart by identity
final class OpenCalls {
  private final Set<ListenableFuture<?>> open = ConcurrentHashMap.newKeySet();

  private volatile boolean stopped;

  /** Waits for one answer, as {@link GrpcCall#await} does. */
  <T> T await(ListenableFuture<T> call, Duration timeout) {
    open.add(call);
    try {
      // After the add: either this or stop() sees the other.
      if (stopped) {
        call.cancel(true);
      }
      return GrpcCall.await(call, timeout);
    } finally {
      open.remove(call);
    }
  }

  /**
   * Ends all calls, now and later. Those that are about to be answered may be: work on its way to a
   * call that is cancelled would be held by nobody until its lease ends.
   */
  void stop(Duration patience) {
    try {
      Futures.successfulAsList(open).get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // The usual case: there is no work to wait for.
    } catch (ExecutionException e) {
      throw new AssertionError("a list of what succeeded does not fail", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stopped = true;
    open.forEach(call -> call.cancel(true));
  }
}
