package dev.atf.frontend.lambda;

import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import java.time.Instant;
import java.util.Optional;

/** Applies the canary settings of lambdas (ADR 0070). */
public interface CanarySetting {
  /** Starts or stops the canaries of a lambda according to its definition. Safe to repeat. */
  void apply(LambdaDefinition lambda, Instant now);

  /** Stops the canaries of a lambda, and cancels the latest one. Safe to repeat. */
  void remove(LambdaDefinition lambda, Instant now);

  /** Returns the latest canary of the lambda, which may not have ended. */
  Optional<TaskId> latest(LambdaDefinition lambda);
}
