package dev.atf.frontend.origin;

import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Association;
import dev.atf.protocol.v1.Task;
import java.time.Instant;
import java.util.Optional;

/** Kind of origins of tasks: reads them and their owners for the calls about a task. */
public interface OriginKind {
  /** Returns the kind of its origins. */
  String name();

  /** Sets the fields of a task that its origin tells. */
  void show(Origin origin, Task.Builder task);

  /** Sets the fields that the owner tells, as long as it is kept; with one read at most. */
  void showOwner(Origin origin, Task.Builder task);

  /** Returns why a dead letter cannot be redriven, whatever its own state is. */
  default Optional<Refusal> refuseRedrive(Association dead, LambdaDefinition lambda) {
    return Optional.empty();
  }

  /** Returns why an unfinished task cannot be cancelled. */
  default Optional<Refusal> refuseCancellation(Association unfinished) {
    return Optional.empty();
  }

  /** Returns why a task that has ended cannot be done again by a new one. */
  default Optional<Refusal> refuseResubmission(Association ended) {
    return Optional.empty();
  }

  /**
   * @param lambda of the task; empty if it is not registered
   */
  OriginReasons explain(Association task, Optional<LambdaDefinition> lambda, Instant now);

  /**
   * Returns how owners use a lambda, and what ends that, as the end of a sentence about the lambda;
   * empty if none does.
   *
   * @throws io.grpc.StatusRuntimeException TIMED_OUT if the call ended before that was known
   */
  Optional<String> useOf(LambdaDefinition lambda);
}
