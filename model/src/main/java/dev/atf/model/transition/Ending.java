package dev.atf.model.transition;

import dev.atf.model.lambda.LambdaDefinition;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How a finished task is kept: for how long, and in which list it can be found.
 *
 * @param at when it finished
 * @param expiresAt when the store may delete it; cut to whole seconds
 * @param kept which finished tasks its lambda lists
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
