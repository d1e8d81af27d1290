package dev.atf.model.lambda;

import dev.atf.model.lambda.LambdaDefinition.History;

/**
 * Logs of a lambda's attempts that are kept.
 *
 * @param kept of which attempts, by how they end; one that somebody follows is kept in any case,
 *     unless it is {@link History#NONE}
 * @param bytesMax of the end of an attempt's log
 */
public record LogPolicy(History kept, int bytesMax) {
  public static final int BYTES_MIN = 1024;

  /** Limit on {@code bytesMax}. Such a log costs 1,024 write units of DynamoDB. */
  public static final int BYTES_MAX = 1024 * 1024;

  public static final LogPolicy DEFAULT = new LogPolicy(History.FAILURES, 64 * 1024);
}
