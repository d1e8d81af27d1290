package dev.atf.testaws;

/**
 * Endpoint that speaks AWS's own protocols. Everything that a suite creates there has its {@link
 * #prefix} and is removed when the last suite of the JVM has ended.
 *
 * @param endpoint endpoint of LocalStack; empty for AWS
 * @param prefix unique to this run; at most {@value #PREFIX_CHARS_MAX} of a-z 0-9 -
 */
public record AwsSite(String endpoint, String region, String prefix) {
  /** Number of characters that the limit on queue names leaves for the prefix. */
  public static final int PREFIX_CHARS_MAX = 20;
}
