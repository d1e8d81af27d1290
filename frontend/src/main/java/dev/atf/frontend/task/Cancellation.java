package dev.atf.frontend.task;

import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.notice.SubscriptionView;
import dev.atf.frontend.origin.TaskOrigins;
import dev.atf.frontend.task.TaskChange.Next;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Outcome;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.KillAttemptRequest;
import dev.atf.runtime.auth.Principal;
import dev.atf.validation.Violations;
import dev.atf.validation.WellFormed;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * Cancels tasks: a pending task ends immediately, a running one is asked to stop, and a finished
 * one stays as it is. It can also have one attempt killed, after which the task continues. All
 * calls are safe to repeat: after a lost reply, the next try finds what was done.
 */
public final class Cancellation {
  private final TaskChange change;
  private final LambdaCache lambdas;
  private final SubscriptionView subscriptions;
  private final TaskOrigins origins;
  private final InstantSource clock;

  @Inject
  Cancellation(
      TaskChange change,
      LambdaCache lambdas,
      SubscriptionView subscriptions,
      TaskOrigins origins,
      InstantSource clock) {
    this.change = change;
    this.lambdas = lambdas;
    this.subscriptions = subscriptions;
    this.origins = origins;
    this.clock = clock;
  }

  /**
   * Cancels a task.
   *
   * @return the task after the cancellation
   * @throws StatusRuntimeException TASK_NOT_FOUND, JOB_COMPENSATING, CHANGED_MEANWHILE
   */
  public Association cancel(TaskId taskId, String reason) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return change.make(taskId, seen -> next(seen, reason, now));
  }

  /**
   * Requests the kill of one attempt in the name of the caller whose call this thread serves.
   *
   * @return the task with the request
   * @throws StatusRuntimeException TASK_NOT_FOUND, TASK_NOT_RUNNING, CHANGED_MEANWHILE, or the
   *     violations of the request
   */
  public Association kill(KillAttemptRequest request) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var violations = new Violations();
    var taskId = violations.read(() -> new TaskId(request.getTaskId()));
    var reason = violations.parse(() -> WellFormed.require("reason", request.getReason()), "");
    if (request.hasEpoch() && request.getEpoch() < 1) {
      violations.add("epoch", request.getEpoch(), "at least 1, or none");
    }
    violations.refuse();
    var caller = Principal.current().map(Principal::name).orElse("a client");
    var by = "by " + caller + (reason.isEmpty() ? "" : ": " + reason);
    return change.make(taskId.orElseThrow(), seen -> kill(seen, request, by, now));
  }

  private static Next kill(Association seen, KillAttemptRequest request, String by, Instant now) {
    if (!seen.status().running()) {
      return new Next.Refuse(
          ErrorReason.TASK_NOT_RUNNING,
          "task %s is %s: no attempt of it runs".formatted(seen.taskId(), seen.status()));
    }
    if (request.hasEpoch() && request.getEpoch() != seen.epoch()) {
      return new Next.Refuse(
          ErrorReason.TASK_NOT_RUNNING,
          "task %s runs in epoch %d: no attempt of epoch %d runs"
              .formatted(seen.taskId(), seen.epoch(), request.getEpoch()));
    }
    return seen.isToBeKilled()
        ? new Next.Leave()
        : new Next.Write(ClientTransitions.requestKill(seen.ref(), now, by));
  }

  /** Decides what the cancellation of a task writes. */
  public Next next(Association seen, String reason, Instant now) {
    if (seen.status().finished()) {
      return new Next.Leave();
    }
    var refusal = origins.refuseCancellation(seen);
    if (refusal.isPresent()) {
      return Next.of(refusal.get());
    }
    if (seen.status().running()) {
      return seen.cancelRequested()
          ? new Next.Leave()
          : new Next.Write(ClientTransitions.requestCancel(seen.taskId(), now, reason));
    }
    var name = seen.header().lambda();
    var lambda = lambdas.find(name).orElseGet(() -> LambdaDefinition.withDefaults(name, now));
    var message = reason.isEmpty() ? "cancelled by a client" : reason;
    var outcome = Outcome.failure("", FrameworkFailure.CANCELLED.because(message));
    var ending = subscriptions.ending(now, lambda).of(seen.header());
    return new Next.Write(ClientTransitions.cancel(seen.taskId(), outcome, ending));
  }
}
