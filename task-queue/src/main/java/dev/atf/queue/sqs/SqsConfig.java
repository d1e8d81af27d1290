package dev.atf.queue.sqs;

import dev.atf.model.InvalidFieldException;
import java.util.regex.Pattern;

/**
 * Where the queues are.
 *
 * @param endpoint empty: AWS, with the default chain of credentials; otherwise the address of an
 *     emulator, which is sent a made-up credential
 * @param region of AWS; an emulator ignores it
 * @param queuePrefix the cluster's, so that clusters share an account. No {@code _}, which
 *     separates the parts of a queue's name
 */
public record SqsConfig(String endpoint, String region, String queuePrefix) {
  // Before DEFAULTS, whose constructor reads it.
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9-]{1,20}");

  public static final SqsConfig DEFAULTS = new SqsConfig("", "us-east-1", "atf");

  public SqsConfig {
    if (!endpoint.isEmpty() && !endpoint.matches("https?://.+")) {
      throw new InvalidFieldException("queue.endpoint", endpoint, "empty for AWS, or http(s)://…");
    }
    if (region.isBlank()) {
      throw new InvalidFieldException("queue.region", region, "a region such as us-east-1");
    }
    if (!PREFIX.matcher(queuePrefix).matches()) {
      throw new InvalidFieldException("queue.queuePrefix", queuePrefix, "1-20 of A-Z a-z 0-9 -");
    }
  }
}
