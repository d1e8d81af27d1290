package dev.atf.frontend.lambda;

import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import java.time.Instant;
import java.util.Optional;

/** Puts the canaries of lambdas in force, as their definitions say (ADR 0070). */
public interface CanarySetting {
  /** Has canaries made as the lambda's definition says, or none. May be repeated. */
  void apply(LambdaDefinition lambda, Instant now);

  /** Has no more canaries made, and cancels the latest. May be repeated. */
  void remove(LambdaDefinition lambda, Instant now);

  /** Returns the latest canary of the lambda, which may not have ended. */
  Optional<TaskId> latest(LambdaDefinition lambda);
}
