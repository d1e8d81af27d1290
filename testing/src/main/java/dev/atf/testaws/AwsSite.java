package dev.atf.testaws;

import org.junit.jupiter.api.Assumptions;

/**
 * Endpoints with the protocols of AWS. Everything that a suite creates there has its {@link
 * #prefix} and is removed when the last suite of the JVM has ended.
 *
 * @param store endpoint of DynamoDB; empty for AWS
 * @param queue endpoint of SQS; empty for AWS
 * @param blobs endpoint of S3; empty for AWS
 * @param prefix unique to this run; at most {@value #PREFIX_CHARS_MAX} of a-z 0-9 -
 */
public record AwsSite(String store, String queue, String blobs, String region, String prefix) {
  /** Number of characters that the limit on queue names leaves for the prefix. */
  public static final int PREFIX_CHARS_MAX = 20;

  /**
   * Skips a test on the emulators from npm, because one of them differs from AWS. Each call is a
   * row of the module's README.
   *
   * @param deviation the emulator, its version, and how it deviates
   */
  public static void skipOnEmulators(String deviation) {
    Assumptions.assumeFalse(Emulators.areRequested(), deviation);
  }
}
