package dev.atf.queue.sqs;

import dev.atf.model.check.InvalidFieldException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/**
 * Region of the queues. It is a separate class, because the settings are also read without the AWS
 * SDK.
 */
final class SqsRegion {
  /** Region for emulators. They have no regions, but requests are signed for one. */
  private static final Region OF_EMULATORS = Region.US_EAST_1;

  private SqsRegion() {}

  /**
   * Returns the region, or the one that the AWS SDK finds. There is no default, because a forgotten
   * setting must not create queues in some other region.
   *
   * @throws InvalidFieldException if there is none
   */
  static Region of(SqsConfig config) {
    if (!config.region().isEmpty()) {
      return Region.of(config.region());
    }
    if (!config.isAws()) {
      return OF_EMULATORS;
    }
    try {
      return new DefaultAwsRegionProviderChain().getRegion();
    } catch (SdkClientException e) {
      throw new InvalidFieldException(
          "queue.region", "", "a region such as us-east-1, here or in AWS_REGION");
    }
  }
}
