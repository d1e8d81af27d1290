package dev.atf.store;

import dev.atf.model.lambda.LambdaDefinition;
import java.time.Duration;
import java.time.Instant;

/**
 * Deleted lambda, as it was at its deletion. Store consumers still read its lists for a while,
 * because an index that lags may show an unfinished task only after the deletion (ADR 0043).
 *
 * @param at time of the deletion, in whole milliseconds
 */
public record DeletedLambda(LambdaDefinition lambda, Instant at) {
  /**
   * Time for which a deleted lambda is watched. It is longer than an incident in which an index
   * lags.
   */
  public static final Duration WATCHED_FOR = Duration.ofDays(1);

  public boolean isWatched(Instant now) {
    return now.isBefore(at.plus(WATCHED_FOR));
  }
}
