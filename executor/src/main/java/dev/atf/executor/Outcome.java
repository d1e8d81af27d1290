package dev.atf.executor;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Outcome of one attempt, as its handler returns it. */
public sealed interface Outcome {
  /**
   * The task is done.
   *
   * @param result written as JSON; null for none
   */
  record Success(@Nullable Object result) implements Outcome {}

  /** The task is done, with a result that is not JSON. */
  @SuppressWarnings("ArrayRecordComponent") // passed on once, never compared
  record BytesSuccess(byte[] result, String contentType) implements Outcome {}

  /**
   * The attempt failed, and another one may succeed.
   *
   * @param details free text for people; cut to the length that the store keeps
   * @param retryAfter null: by the lambda's retry policy
   */
  record RetriableFailure(
      String code, String message, String details, @Nullable Duration retryAfter)
      implements Outcome {}

  /** The attempt failed, and no other would succeed: the task becomes a dead letter. */
  record FatalFailure(String code, String message, String details) implements Outcome {}

  static Outcome success() {
    return new Success(null);
  }

  static Outcome success(Object result) {
    return new Success(result);
  }

  static Outcome success(byte[] result, String contentType) {
    return new BytesSuccess(result, contentType);
  }

  static Outcome retriable(String code, String message) {
    return new RetriableFailure(code, message, "", null);
  }

  static Outcome retriable(String code, String message, Duration retryAfter) {
    return new RetriableFailure(code, message, "", retryAfter);
  }

  /**
   * Returns the outcome that has the task run again after {@code after}, exactly then and not by
   * the lambda's retry policy, to the millisecond and at most 365 days. It counts as an attempt: a
   * task that returns it from its last attempt becomes a dead letter, so a lambda that polls this
   * way needs as many attempts as polls.
   *
   * @param after 0 or more
   */
  static Outcome retryLater(Duration after) {
    return retryLater(after, "not now");
  }

  /**
   * Returns the same outcome with a reason for people.
   *
   * @see #retryLater(Duration)
   */
  static Outcome retryLater(Duration after, String reason) {
    if (after.isNegative()) {
      throw new IllegalArgumentException("after: " + after + " (expected: 0 or more)");
    }
    return new RetriableFailure(FailureCode.RETRY_LATER.name(), reason, "", after);
  }

  static Outcome fatal(String code, String message) {
    return new FatalFailure(code, message, "");
  }
}
