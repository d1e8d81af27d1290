package dev.atf.testaws;

/**
 * A place that speaks AWS's own protocols. Whatever a suite makes there bears its {@link #prefix}
 * and is removed when the last suite of the JVM has ended.
 *
 * @param endpoint of LocalStack; empty: AWS
 * @param prefix of this run alone; at most {@value #PREFIX_CHARS_MAX} of a-z 0-9 -
 */
public record AwsSite(String endpoint, String region, String prefix) {
  /** What the name of a queue leaves for it. */
  public static final int PREFIX_CHARS_MAX = 20;
}
