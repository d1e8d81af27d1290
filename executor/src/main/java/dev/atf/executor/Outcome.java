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

  static Outcome fatal(String code, String message) {
    return new FatalFailure(code, message, "");
  }
}
