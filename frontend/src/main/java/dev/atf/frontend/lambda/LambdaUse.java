package dev.atf.frontend.lambda;

import dev.atf.frontend.plans.job.JobsWithSteps;
import dev.atf.frontend.plans.periodic.PeriodicListing;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;

/** Says by what a lambda is still used: its own tasks, periodic tasks, and steps of live jobs. */
final class LambdaUse {
  private final PendingTasks pending;
  private final PeriodicListing periodic;
  private final JobsWithSteps jobs;

  @Inject
  LambdaUse(PendingTasks pending, PeriodicListing periodic, JobsWithSteps jobs) {
    this.pending = pending;
    this.periodic = periodic;
    this.jobs = jobs;
  }

  /**
   * Refuses if there is any. References that wait in a queue do not count: those of unfinished
   * tasks are in the index.
   *
   * @throws StatusRuntimeException LAMBDA_NOT_EMPTY
   */
  void requireNone(LambdaDefinition lambda) {
    if (pending.any(lambda)) {
      throw notEmpty(
          "lambda %s has %s unfinished tasks (expected: none; cancel them, or drop them by its gate)"
              .formatted(lambda.name(), pending.count(lambda)));
    }
    if (pending.anyWaitsForItsTurn(lambda)) {
      throw notEmpty(
          "lambda %s has tasks that wait for the turn of their ordering key (expected: none; cancel them, or let held keys go on)"
              .formatted(lambda.name()));
    }
    if (periodic.any(lambda)) {
      throw notEmpty(
          "lambda %s has periodic tasks (expected: none; delete them)".formatted(lambda.name()));
    }
    var job = jobs.any(lambda.name());
    if (job.isPresent()) {
      throw notEmpty(
          "lambda %s has steps in job %s of lambda %s (expected: in none that has not ended; cancel it)"
              .formatted(lambda.name(), job.get().name(), job.get().lambda()));
    }
  }

  private static StatusRuntimeException notEmpty(String message) {
    return RpcErrors.of(ErrorReason.LAMBDA_NOT_EMPTY, message);
  }
}
