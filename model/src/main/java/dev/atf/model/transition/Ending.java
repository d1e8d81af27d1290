package dev.atf.model.transition;

import dev.atf.model.lambda.LambdaDefinition;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Retention of a finished task: its duration, and its list.
 *
 * @param at time at which it finished
 * @param expiresAt when the store may delete it; cut to whole seconds
 * @param kept finished tasks that its lambda lists
 */
public record Ending(Instant at, Instant expiresAt, LambdaDefinition.History kept) {
  public Ending {
    expiresAt = expiresAt.truncatedTo(ChronoUnit.SECONDS);
  }

  public static Ending at(Instant now, LambdaDefinition lambda) {
    Duration retention = lambda.retention();
    return new Ending(now, now.plus(retention), lambda.history());
  }
}
