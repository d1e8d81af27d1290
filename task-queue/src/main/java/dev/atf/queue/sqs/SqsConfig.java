package dev.atf.queue.sqs;

import dev.atf.model.FieldChecks;
import java.util.regex.Pattern;

/**
 * Where the queues are.
 *
 * @param endpoint empty: AWS, with the default chain of credentials; otherwise the address of an
 *     emulator, which is sent a made-up credential
 * @param region of AWS; an emulator ignores it
 * @param queuePrefix the cluster's, so that clusters share an account. No {@code _}, which
 *     separates the parts of a queue's name
 * @param client how calls are made
 */
public record SqsConfig(
    String endpoint, String region, String queuePrefix, SqsClientConfig client) {
  // Before DEFAULTS, whose constructor reads it.
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9-]{1,20}");

  public static final SqsConfig DEFAULTS = new SqsConfig("", "us-east-1", "atf");

  public SqsConfig {
    new FieldChecks()
        .that(
            endpoint.isEmpty() || endpoint.matches("https?://.+"),
            "endpoint",
            endpoint,
            "empty for AWS, or http(s)://…")
        .that(!region.isBlank(), "region", region, "a region such as us-east-1")
        .that(
            PREFIX.matcher(queuePrefix).matches(),
            "queuePrefix",
            queuePrefix,
            "1-20 of A-Z a-z 0-9 -")
        .end();
  }

  /** With calls made as by default. */
  public SqsConfig(String endpoint, String region, String queuePrefix) {
    this(endpoint, region, queuePrefix, SqsClientConfig.DEFAULTS);
  }
}
