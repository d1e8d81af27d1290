package dev.atf.model.lambda;

import dev.atf.model.lambda.LambdaDefinition.History;

/**
 * Logs of a lambda's attempts that are kept.
 *
 * @param kept attempts whose logs are kept, by the way in which they end; a log that is being
 *     followed is always kept, unless this is {@link History#NONE}
 * @param bytesMax maximum size of the kept end of an attempt's log
 */
public record LogPolicy(History kept, int bytesMax) {
  public static final int BYTES_MIN = 1024;

  /** Limit on {@code bytesMax}. Such a log costs 1,024 write units of DynamoDB. */
  public static final int BYTES_MAX = 1024 * 1024;

  public static final LogPolicy DEFAULT = new LogPolicy(History.FAILURES, 64 * 1024);
}
