package dev.atf.queue.sqs;

import dev.atf.model.check.FieldChecks;
import dev.atf.model.check.InvalidFieldException;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/**
 * Location of the queues.
 *
 * @param endpoint empty: AWS's own; {@code https://}: another of AWS's, such as a VPC endpoint;
 *     {@code http://}: an emulator, which is shown made-up credentials
 * @param region of the queues; empty: the one that the AWS SDK finds, such as AWS_REGION
 * @param queuePrefix the cluster's, so that clusters share an account. No {@code _}, which
 *     separates the parts of a queue's name
 * @param client how calls are made
 */
public record SqsConfig(
    String endpoint, String region, String queuePrefix, SqsClientConfig client) {
  /** Region for emulators, which have none, while requests are signed for one. */
  private static final Region OF_EMULATORS = Region.US_EAST_1;

  // Before DEFAULTS, whose constructor reads it.
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9-]{1,20}");

  public static final SqsConfig DEFAULTS = new SqsConfig("", "", "atf");

  public SqsConfig {
    new FieldChecks()
        .that(
            endpoint.isEmpty() || endpoint.matches("https?://.+"),
            "endpoint",
            endpoint,
            "empty for AWS, or http(s)://…")
        .that(
            region.matches("[a-z0-9-]{0,64}"),
            "region",
            region,
            "a region such as us-east-1, or empty")
        .that(
            PREFIX.matcher(queuePrefix).matches(),
            "queuePrefix",
            queuePrefix,
            "1-20 of A-Z a-z 0-9 -")
        .end();
  }

  /** Returns whether this is AWS itself, and no emulator. */
  boolean isAws() {
    return !endpoint.startsWith("http://");
  }

  /**
   * The region, or the one that the AWS SDK finds. A forgotten one must not put queues into some
   * other region: there is no default.
   *
   * @throws InvalidFieldException if there is none
   */
  Region regionInForce() {
    if (!region.isEmpty()) {
      return Region.of(region);
    }
    if (!isAws()) {
      return OF_EMULATORS;
    }
    try {
      return new DefaultAwsRegionProviderChain().getRegion();
    } catch (SdkClientException e) {
      throw new InvalidFieldException(
          "queue.region", "", "a region such as us-east-1, here or in AWS_REGION");
    }
  }

  /** Creates a configuration with the default client settings. */
  public SqsConfig(String endpoint, String region, String queuePrefix) {
    this(endpoint, region, queuePrefix, SqsClientConfig.DEFAULTS);
  }
}
