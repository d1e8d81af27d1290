package dev.atf.hsc;

import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;

import dev.atf.model.lambda.FatalPolicy;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.lambda.LogPolicy;
import dev.atf.model.lambda.RetryPolicy;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fixture's lambda with one setting changed. */
public final class Definitions {
  private static final LambdaDefinition DEFAULT = LambdaDefinition.withDefaults(LAMBDA, NOON);

  private Definitions() {}

  public static LambdaDefinition withLease(Duration lease) {
    return of(DEFAULT.retry(), lease, DEFAULT.history(), 0);
  }

  public static LambdaDefinition withRetry(RetryPolicy retry) {
    return of(retry, null, DEFAULT.history(), 0);
  }

  public static LambdaDefinition withHistory(History history) {
    return of(DEFAULT.retry(), null, history, 0);
  }

  public static LambdaDefinition withMaxRunning(int maxRunning) {
    return of(DEFAULT.retry(), null, DEFAULT.history(), maxRunning);
  }

  private static LambdaDefinition of(
      RetryPolicy retry, @Nullable Duration lease, History history, int maxRunning) {
    return new LambdaDefinition(
        LAMBDA,
        DEFAULT.owner(),
        DEFAULT.description(),
        DEFAULT.priorities(),
        DEFAULT.defaultPriority(),
        retry,
        lease,
        DEFAULT.shards(),
        DEFAULT.scheduleRate(),
        DEFAULT.dispatchRate(),
        maxRunning,
        DEFAULT.payloadBytesMax(),
        DEFAULT.retention(),
        DEFAULT.maxLifetime(),
        history,
        DEFAULT.dispatch(),
        NOON,
        null,
        FatalPolicy.CONTINUE,
        List.of(),
        null,
        List.of(),
        LogPolicy.DEFAULT,
        null);
  }
}
