package dev.atf.executor.condition;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Task that tests whether a condition has cleared. The condition has cleared when the task
 * succeeds; until then the task is retried indefinitely.
 *
 * @param lambda lambda of the test, which the worker must be allowed to schedule
 * @param payload written as JSON, at most 4 KB; null for none
 */
public record ConditionTester(String lambda, @Nullable Object payload) {
  private static final String PROBE = "probe";
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration MAX = Duration.ofSeconds(10);

  /**
   * Returns a test that opens a TCP connection, by the built-in lambda {@code probe}. It is
   * repeated after 1 s, 2 s, 4 s, and then every 10 s.
   */
  public static ConditionTester tcp(String host, int port) {
    return tcp(host, port, FIRST, MAX);
  }

  /**
   * Returns a test that opens a TCP connection, with given intervals. The interval doubles after
   * each test up to {@code max}.
   *
   * @param first interval after the first test; if it equals {@code max}, the interval is fixed
   */
  public static ConditionTester tcp(String host, int port, Duration first, Duration max) {
    return probe("tcp", host + ":" + port, first, max);
  }

  /**
   * Returns a test that sends a GET to a URL, by the built-in lambda {@code probe}. It succeeds if
   * the status is 200 to 299.
   */
  public static ConditionTester http(String url) {
    return http(url, FIRST, MAX);
  }

  /**
   * Returns a test that sends a GET to a URL, with given intervals.
   *
   * @see #tcp(String, int, Duration, Duration)
   */
  public static ConditionTester http(String url, Duration first, Duration max) {
    return probe("http", url, first, max);
  }

  /**
   * Returns a test by your own lambda. Its retry policy, or {@code Outcome.retryLater}, determines
   * when it is repeated.
   *
   * @param payload written as JSON
   */
  public static ConditionTester by(String lambda, Object payload) {
    return new ConditionTester(lambda, payload);
  }

  private static ConditionTester probe(String field, String value, Duration first, Duration max) {
    if (first.isNegative() || first.isZero() || max.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          "first: " + first + ", max: " + max + " (expected: more than 0, and max not below it)");
    }
    return new ConditionTester(
        PROBE,
        Map.of(field, value, "first", first.toMillis() + "ms", "max", max.toMillis() + "ms"));
  }
}
