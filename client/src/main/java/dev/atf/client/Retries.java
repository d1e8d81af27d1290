package dev.atf.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.RetryInfo;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Repeats calls that may be repeated, with exponential backoff and full jitter.
 *
 * @param waitMax a longer wait that the server requests is a refusal
 * @param closed ends every wait
 */
record Retries(int triesMax, Duration waitMax, RandomGenerator random, CountDownLatch closed) {
  private static final Duration BACKOFF_FIRST = Duration.ofMillis(100);
  private static final Duration BACKOFF_MAX = Duration.ofSeconds(2);

  /** Deadline further away than any caller waits. */
  static final Deadline NO_END = Deadline.after(365_000, TimeUnit.DAYS);

  /**
   * Makes a call. Every call of this client may be repeated: by key, by nature, or because it only
   * reads.
   */
  <T> T call(Supplier<T> call) {
    return call(call, NO_END);
  }

  /**
   * Makes a call; no wait goes beyond {@code end}, and no try begins after it but the first.
   *
   * @throws AtfException the last failure
   */
  <T> T call(Supplier<T> call, Deadline end) {
    for (int tried = 1; ; tried++) {
      try {
        return call.get();
      } catch (StatusRuntimeException e) {
        if (tried >= triesMax
            || !isWorthRepeating(e)
            || !pause(tried, askedFor(e), end)
            || end.isExpired()) {
          throw AtfException.of(e);
        }
      }
    }
  }

  /**
   * Makes a call that deletes something. When the answer of an earlier try was lost, a missing one
   * counts as deleted.
   *
   * @param missing the refusal of a call for something that does not exist
   */
  void delete(Runnable call, ErrorReason missing) {
    boolean unused =
        change(
            () -> {
              call.run();
              return true;
            },
            missing,
            () -> Optional.of(true));
  }

  /**
   * Makes a call that an earlier try may have done whose answer was lost.
   *
   * @param refusal the refusal of a call that was done before, or that cannot be done
   * @param done result of an earlier try; empty if none has done it
   */
  <T> T change(Supplier<T> call, ErrorReason refusal, Supplier<Optional<T>> done) {
    var tries = new AtomicInteger();
    return call(
        () -> {
          boolean again = tries.getAndIncrement() > 0;
          try {
            return call.get();
          } catch (StatusRuntimeException e) {
            if (again && RpcErrors.reasonOf(e).filter(refusal::equals).isPresent()) {
              return done.get().orElseThrow(() -> e);
            }
            throw e;
          }
        });
  }

  static boolean isWorthRepeating(StatusRuntimeException error) {
    return isWithoutAnswer(error.getStatus().getCode())
        || RpcErrors.reasonOf(error).map(ErrorReason::retriable).orElse(false);
  }

  /**
   * Returns whether a call that this thread made had no answer in time, though nobody here gave it
   * up.
   */
  static boolean isWithoutAnswer(Status.Code code) {
    return code == Status.Code.UNAVAILABLE
        || code == Status.Code.DEADLINE_EXCEEDED
        || wasReset(code);
  }

  /**
   * Returns whether the server has reset the call, as one that ends does: nobody here gave it up.
   */
  private static boolean wasReset(Status.Code code) {
    return code == Status.Code.CANCELLED
        && !Thread.currentThread().isInterrupted()
        && !Context.current().isCancelled();
  }

  /** Returns the wait that the server requests, if known; zero otherwise. */
  static Duration askedFor(StatusRuntimeException error) {
    // Other errors always ask for a second.
    boolean known =
        RpcErrors.reasonOf(error)
            .filter(
                reason ->
                    reason == ErrorReason.QUOTA_EXCEEDED
                        || reason == ErrorReason.TENANT_PENDING_QUOTA
                        || reason == ErrorReason.LAMBDA_CLOSING)
            .isPresent();
    var status = StatusProto.fromThrowable(error);
    return known && status != null
        ? status.getDetailsList().stream()
            .filter(detail -> detail.is(RetryInfo.class))
            .map(Retries::delay)
            .findFirst()
            .orElse(Duration.ZERO)
        : Duration.ZERO;
  }

  private static Duration delay(Any detail) {
    try {
      var delay = detail.unpack(RetryInfo.class).getRetryDelay();
      return Duration.ofSeconds(delay.getSeconds(), delay.getNanos());
    } catch (InvalidProtocolBufferException e) {
      return Duration.ZERO;
    }
  }

  /**
   * Waits before the next try: as long as was asked for, and a drawn time beyond it.
   *
   * @return false if the client was closed or the thread interrupted; at once if more was asked for
   *     than a caller waits for an answer, or than there is until the end
   */
  boolean pause(int tried, Duration asked, Deadline end) {
    var left = Duration.ofMillis(Math.max(0, end.timeRemaining(TimeUnit.MILLISECONDS)));
    if (asked.compareTo(waitMax) > 0 || asked.compareTo(left) > 0) {
      return false;
    }
    long bound =
        Math.min(BACKOFF_MAX.toMillis(), BACKOFF_FIRST.toMillis() << Math.min(tried - 1, 10));
    var wait = asked.plusMillis(1 + random.nextLong(bound));
    return pause(wait.compareTo(left) < 0 ? wait : left);
  }

  private boolean pause(Duration wait) {
    try {
      return !closed.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
