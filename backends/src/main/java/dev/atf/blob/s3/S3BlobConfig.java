package dev.atf.blob.s3;

import dev.atf.model.check.FieldChecks;

/**
 * Location of blobs in S3.
 *
 * @param bucket existing bucket, whose settings determine how objects are encrypted
 * @param prefix prefix of the names of all objects, without a slash at its ends; empty for the
 *     whole bucket
 * @param region region of the bucket; empty for the one that the AWS SDK finds, such as AWS_REGION
 * @param endpoint empty for the default endpoint of AWS; {@code https://} for another AWS endpoint,
 *     such as a VPC endpoint; {@code http://} for an emulator, for which placeholder credentials
 *     are used
 * @param client settings of calls
 */
public record S3BlobConfig(
    String bucket, String prefix, String region, String endpoint, S3CallConfig client) {
  public S3BlobConfig {
    // https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
    new FieldChecks()
        .that(
            bucket.matches("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]"),
            "bucket",
            bucket,
            "3-63 of a-z 0-9 . -")
        .that(
            prefix.length() <= 200 && prefix.matches("([A-Za-z0-9._=-]+(/[A-Za-z0-9._=-]+)*)?"),
            "prefix",
            prefix,
            "up to 200 of A-Z a-z 0-9 . _ = -, in parts by /, or empty")
        .that(
            region.matches("[a-z0-9-]{0,64}"),
            "region",
            region,
            "a region such as us-east-1, or empty")
        .that(
            endpoint.isEmpty() || endpoint.matches("https?://.+"),
            "endpoint",
            endpoint,
            "empty for AWS, or http(s)://…")
        .end();
  }

  /** Creates a configuration with the default client settings. */
  public S3BlobConfig(String bucket, String prefix, String region, String endpoint) {
    this(bucket, prefix, region, endpoint, S3CallConfig.DEFAULTS);
  }

  /** Returns whether this is AWS and not an emulator. */
  boolean isAws() {
    return !endpoint.startsWith("http://");
  }

  /** Returns the prefix of the names of all objects. */
  String root() {
    return prefix.isEmpty() ? "" : prefix + "/";
  }

  /** Returns the location in the form used in settings and messages. */
  @Override
  public String toString() {
    return "s3://" + bucket + (prefix.isEmpty() ? "" : "/" + prefix);
  }
}
