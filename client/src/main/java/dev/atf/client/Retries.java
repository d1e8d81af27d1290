package dev.atf.client;

import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Repeats calls that may be repeated, with exponential backoff and full jitter. */
final class Retries {
  private static final Duration BACKOFF_FIRST = Duration.ofMillis(100);
  private static final Duration BACKOFF_MAX = Duration.ofSeconds(2);

  private final int triesMax;
  private final RandomGenerator random;
  private final CountDownLatch closed;

  /**
   * @param closed ends every wait
   */
  Retries(int triesMax, RandomGenerator random, CountDownLatch closed) {
    this.triesMax = triesMax;
    this.random = random;
    this.closed = closed;
  }

  int triesMax() {
    return triesMax;
  }

  /** Every call of this client may be repeated: by key, by nature, or because it only reads. */
  <T> T call(Supplier<T> call) {
    for (int tried = 1; ; tried++) {
      try {
        return call.get();
      } catch (StatusRuntimeException e) {
        if (tried >= triesMax || !isWorthRepeating(e) || !pause(tried)) {
          throw AtfException.of(e);
        }
      }
    }
  }

  static boolean isWorthRepeating(StatusRuntimeException error) {
    var code = error.getStatus().getCode();
    return code == Status.Code.UNAVAILABLE
        || code == Status.Code.DEADLINE_EXCEEDED
        || RpcErrors.reasonOf(error).map(ErrorReason::retriable).orElse(false);
  }

  /** Waits before the next try; false if the client was closed or the thread interrupted. */
  boolean pause(int tried) {
    long bound =
        Math.min(BACKOFF_MAX.toMillis(), BACKOFF_FIRST.toMillis() << Math.min(tried - 1, 10));
    return pause(Duration.ofMillis(1 + random.nextLong(bound)));
  }

  boolean pause(Duration wait) {
    try {
      return !closed.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
