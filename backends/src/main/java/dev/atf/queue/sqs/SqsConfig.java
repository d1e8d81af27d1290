package dev.atf.queue.sqs;

import dev.atf.model.check.FieldChecks;
import java.util.regex.Pattern;

/**
 * Location of the queues.
 *
 * @param endpoint address of SQS; empty for AWS's default; {@code http://} for an emulator, with
 *     placeholder credentials
 * @param region region of the queues; empty for the AWS SDK's (AWS_REGION)
 * @param queuePrefix prefix of queue names without {@code _}, another one for each cluster of an
 *     account
 * @param client how calls are made
 */
public record SqsConfig(
    String endpoint, String region, String queuePrefix, SqsClientConfig client) {
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

  /** Returns whether this is AWS and not an emulator. */
  boolean isAws() {
    return !endpoint.startsWith("http://");
  }

  /** Creates a configuration with the default client settings. */
  public SqsConfig(String endpoint, String region, String queuePrefix) {
    this(endpoint, region, queuePrefix, SqsClientConfig.DEFAULTS);
  }
}
