package dev.atf.executor.condition;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Task that finds out whether a condition has cleared: it has, once the task succeeds. Until then
 * it is tried again, without end.
 *
 * @param lambda one that the worker may schedule
 * @param payload written as JSON, at most 4 KB; null for none
 */
public record ConditionTester(String lambda, @Nullable Object payload) {
  private static final String PROBE = "probe";
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration MAX = Duration.ofSeconds(10);

  /**
   * Returns the test of the built-in lambda {@code probe} that a TCP connection can be opened:
   * after 1 s, 2 s, 4 s, and then every 10 s.
   */
  public static ConditionTester tcp(String host, int port) {
    return tcp(host, port, FIRST, MAX);
  }

  /**
   * Returns the same test at times of one's own: the time between two tests is doubled each time.
   *
   * @param first after the first test; the same as {@code max}: at fixed times
   */
  public static ConditionTester tcp(String host, int port, Duration first, Duration max) {
    return probe("tcp", host + ":" + port, first, max);
  }

  /**
   * Returns the test of the built-in lambda {@code probe} that a GET of a URL is answered with 200
   * to 299.
   */
  public static ConditionTester http(String url) {
    return http(url, FIRST, MAX);
  }

  /**
   * Returns the same test at times of one's own.
   *
   * @see #tcp(String, int, Duration, Duration)
   */
  public static ConditionTester http(String url, Duration first, Duration max) {
    return probe("http", url, first, max);
  }

  /**
   * Returns the test by a lambda of one's own, whose retry policy, or {@code Outcome.retryLater},
   * says when it tests again.
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
