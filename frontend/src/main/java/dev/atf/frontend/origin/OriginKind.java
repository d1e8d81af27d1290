package dev.atf.frontend.origin;

import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Association;
import dev.atf.protocol.v1.Task;
import java.time.Instant;
import java.util.Optional;

/** Kind of task origins. It reads origins and their owners for the calls about a task. */
public interface OriginKind {
  /** Returns the kind of its origins. */
  String name();

  /** Sets the fields of a task that follow from its origin. */
  void show(Origin origin, Task.Builder task);

  /**
   * Sets the fields that follow from the owner, as long as it is stored. Makes at most one read.
   */
  void showOwner(Origin origin, Task.Builder task);

  /** Returns the reason why a dead letter cannot be redriven, independently of its own state. */
  default Optional<Refusal> refuseRedrive(Association dead, LambdaDefinition lambda) {
    return Optional.empty();
  }

  /** Returns the reason why an unfinished task cannot be cancelled. */
  default Optional<Refusal> refuseCancellation(Association unfinished) {
    return Optional.empty();
  }

  /** Returns the reason why a finished task cannot be resubmitted. */
  default Optional<Refusal> refuseResubmission(Association ended) {
    return Optional.empty();
  }

  /**
   * Returns the reasons that the origin of a task contributes.
   *
   * @param lambda lambda of the task; empty if it is not registered
   */
  OriginReasons explain(Association task, Optional<LambdaDefinition> lambda, Instant now);

  /**
   * Returns how owners use a lambda and how to end that use, as the end of a sentence about the
   * lambda; empty if no owner uses it.
   *
   * @throws io.grpc.StatusRuntimeException TIMED_OUT if the call ended before this was known
   */
  Optional<String> useOf(LambdaDefinition lambda);
}
