package dev.atf.executor;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a handler says came of one attempt. */
public sealed interface Outcome {
  /**
   * Done.
   *
   * @param result written as JSON; null for none
   */
  record Success(@Nullable Object result) implements Outcome {}

  /** Done, with a result that is not JSON. */
  @SuppressWarnings("ArrayRecordComponent") // passed on once, never compared
  record BytesSuccess(byte[] result, String contentType) implements Outcome {}

  /**
   * Not done, and worth another attempt.
   *
   * @param details free text for people; cut to what the store keeps
   * @param retryAfter null: by the lambda's retry policy
   */
  record RetriableFailure(
      String code, String message, String details, @Nullable Duration retryAfter)
      implements Outcome {}

  /** Not done, and no attempt will be: the task becomes a dead letter. */
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
   * Not now: the task is run again when {@code after} has passed, exactly then and not by the
   * lambda's retry policy, to the millisecond and at most 365 days. It counts as an attempt: a task
   * that says so on its last one becomes a dead letter, so a lambda that waits for something this
   * way needs as many attempts as it may have to look.
   *
   * @param after 0 or more
   */
  static Outcome retryLater(Duration after) {
    return retryLater(after, "not now");
  }

  /**
   * The same, with a reason for people.
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
