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
 * Retries calls that are safe to repeat, with exponential backoff and full jitter.
 *
 * @param waitMax maximum wait; if the server requests a longer one, the call fails
 * @param closed ends every wait once the client is closed
 */
record Retries(int triesMax, Duration waitMax, RandomGenerator random, CountDownLatch closed) {
  private static final Duration BACKOFF_FIRST = Duration.ofMillis(100);
  private static final Duration BACKOFF_MAX = Duration.ofSeconds(2);

  /** Deadline further away than any caller waits. */
  static final Deadline NO_END = Deadline.after(365_000, TimeUnit.DAYS);

  /**
   * Makes a call and retries it. Every call of this client is safe to repeat: it has a key, is
   * idempotent, or only reads.
   */
  <T> T call(Supplier<T> call) {
    return call(call, NO_END);
  }

  /**
   * Makes a call and retries it. No wait lasts beyond {@code end}, and only the first try may begin
   * after it.
   *
   * @throws AtfException with the last failure
   */
  <T> T call(Supplier<T> call, Deadline end) {
    for (int tried = 1; ; tried++) {
      try {
        return call.get();
      } catch (StatusRuntimeException e) {
        if (tried >= triesMax
            || !isWorthRepeating(e)
            || !pause(tried, requestedWait(e), end)
            || end.isExpired()) {
          throw AtfException.of(e);
        }
      }
    }
  }

  /**
   * Makes a call that deletes something. After an earlier try whose answer was lost, a missing
   * object counts as deleted.
   *
   * @param missing reason with which the server refuses a call about an object that does not exist
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
   * Makes a call that an earlier try with a lost answer may already have performed.
   *
   * @param refusal reason with which the server refuses a call that was performed before, or that
   *     is impossible
   * @param done returns the result of an earlier try; empty if no try has performed the call
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
   * Returns whether a call of this thread had no answer in time, although the client did not
   * abandon it.
   */
  static boolean isWithoutAnswer(Status.Code code) {
    return code == Status.Code.UNAVAILABLE
        || code == Status.Code.DEADLINE_EXCEEDED
        || wasReset(code);
  }

  /**
   * Returns whether the server has reset the call, as it does while it stops. A call that the
   * client has cancelled does not count.
   */
  private static boolean wasReset(Status.Code code) {
    return code == Status.Code.CANCELLED
        && !Thread.currentThread().isInterrupted()
        && !Context.current().isCancelled();
  }

  /** Returns the wait that the server requests; zero if it requests none. */
  static Duration requestedWait(StatusRuntimeException error) {
    // All other errors request a wait of one second.
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
   * Waits before the next try: for the requested time plus a random time.
   *
   * @return false if the client was closed or the thread was interrupted; also false, without a
   *     wait, if the requested wait is longer than the maximum or lasts beyond {@code end}
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
