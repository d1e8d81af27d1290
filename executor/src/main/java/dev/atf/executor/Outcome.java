package dev.atf.executor;

import dev.atf.executor.condition.ConditionTester;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
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
  record BytesSuccess(byte[] result, String contentType) implements Outcome {
    public BytesSuccess {
      Objects.requireNonNull(result, "result: null (expected: bytes, or Outcome.success())");
      Objects.requireNonNull(contentType, "contentType: null (expected: a media type)");
    }
  }

  /**
   * The attempt failed, and another one may succeed.
   *
   * @param details free text for people; cut to the length that the store keeps
   * @param retryAfter time until the next attempt; null if the lambda's retry policy decides
   */
  record RetriableFailure(
      String code, String message, String details, @Nullable Duration retryAfter)
      implements Outcome {
    /**
     * Replaces a message or details that are null, as those of some exceptions are, by the empty
     * string.
     */
    public RetriableFailure {
      code = Outcome.required(code);
      message = Outcome.orEmpty(message);
      details = Outcome.orEmpty(details);
    }
  }

  /** The attempt failed, and a retry would not succeed. The task becomes a dead letter. */
  record FatalFailure(String code, String message, String details) implements Outcome {
    /**
     * Replaces a message or details that are null, as those of some exceptions are, by the empty
     * string.
     */
    public FatalFailure {
      code = Outcome.required(code);
      message = Outcome.orEmpty(message);
      details = Outcome.orEmpty(details);
    }
  }

  /**
   * The attempt cannot continue for a reason outside the task. The attempt does not count, and the
   * task waits until the condition has cleared. Its progress and checkpoint are kept.
   *
   * @param condition unique within the lambda: 1–64 of a-z 0-9 . -
   * @param holdsLambda whether other tasks of the lambda wait as well, without being started
   * @param reason reason, for people to read
   */
  record Blocked(String condition, ConditionTester tester, boolean holdsLambda, String reason)
      implements Outcome {
    private static final Pattern CONDITION = Pattern.compile("[a-z0-9][a-z0-9.-]{0,63}");

    public Blocked {
      if (!CONDITION.matcher(condition).matches()) {
        throw new IllegalArgumentException(
            "condition: "
                + condition
                + " (expected: 1-64 of a-z 0-9 . -, starting with a letter or digit)");
      }
    }

    /**
     * Returns a copy of this outcome that also makes other tasks of the lambda wait, without
     * starting them.
     */
    public Blocked holdingLambda() {
      return new Blocked(condition, tester, true, reason);
    }

    /** Returns a copy of this outcome with a reason for people to read. */
    public Blocked because(String why) {
      return new Blocked(condition, tester, holdsLambda, why);
    }
  }

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
   * Returns an outcome that reschedules the task. It becomes due after {@code after}, in
   * milliseconds and at most 365 days; the lambda's retry policy does not apply. The attempt
   * counts: a task that returns this from its last attempt becomes a dead letter, so a lambda that
   * polls this way needs as many attempts as polls.
   *
   * @param after 0 or more
   */
  static Outcome retryLater(Duration after) {
    return retryLater(after, "not now");
  }

  /**
   * Returns the same outcome with a reason for people to read.
   *
   * @see #retryLater(Duration)
   */
  static Outcome retryLater(Duration after, String reason) {
    if (after.isNegative()) {
      throw new IllegalArgumentException("after: " + after + " (expected: 0 or more)");
    }
    return new RetriableFailure(FailureCode.RETRY_LATER.name(), reason, "", after);
  }

  /**
   * Returns an outcome that makes the task wait for a condition, such as an unavailable database,
   * without using up an attempt. One task tests the condition for all waiting tasks. When the test
   * succeeds, one waiting task is tried; then the others are released at a rate that doubles. The
   * 101st time that a task is blocked counts as a failure.
   *
   * @param condition name of the condition within this lambda: 1–64 of a-z 0-9 . -
   * @param tester test of the condition; the test of the first blocked task is used for all tasks
   */
  static Blocked blocked(String condition, ConditionTester tester) {
    return new Blocked(condition, tester, false, "");
  }

  static Outcome fatal(String code, String message) {
    return new FatalFailure(code, message, "");
  }

  private static String required(@Nullable String code) {
    if (code == null) {
      throw new IllegalArgumentException("code: null (expected: a failure code)");
    }
    return code;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
