package dev.atf.storeconsumer;

import dev.atf.model.lambda.FatalPolicy;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LogPolicy;
import dev.atf.model.lambda.RetryPolicy;
import java.util.List;

/** Lambdas that differ from another in one thing. */
public final class Definitions {
  private Definitions() {}

  public static LambdaDefinition withDispatchRate(LambdaDefinition of, double rate, int shards) {
    return with(of, of.retry(), shards, rate);
  }

  public static LambdaDefinition withRetry(LambdaDefinition of, RetryPolicy retry) {
    return with(of, retry, of.shards(), of.dispatchRate());
  }

  private static LambdaDefinition with(
      LambdaDefinition d, RetryPolicy retry, int shards, double dispatchRate) {
    return new LambdaDefinition(
        d.name(),
        d.owner(),
        d.description(),
        d.priorities(),
        d.defaultPriority(),
        retry,
        d.leaseTimeout(),
        shards,
        d.scheduleRate(),
        dispatchRate,
        d.maxRunning(),
        d.payloadBytesMax(),
        d.retention(),
        d.maxLifetime(),
        d.history(),
        d.dispatch(),
        d.updatedAt(),
        d.closedAt(),
        FatalPolicy.CONTINUE,
        List.of(),
        null,
        List.of(),
        LogPolicy.DEFAULT,
        null);
  }
}
