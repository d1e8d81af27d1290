package dev.atf.frontend;

import dev.atf.model.Association;
import dev.atf.model.ClientTransitions;
import dev.atf.model.Ending;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaDefinition;
import dev.atf.model.Outcome;
import dev.atf.model.TaskId;
import dev.atf.model.Transition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * Ends a pending task at once, asks a running one to stop, leaves a finished one as it is. May be
 * repeated: a lost reply is found by the next try.
 */
final class Cancellation {
  /** Chosen: a task that moves between waiting and running this often in one call is in a loop. */
  private static final int TRIES_MAX = 5;

  private final TaskAssociations associations;
  private final TaskTransitions transitions;
  private final LambdaCache lambdas;
  private final InstantSource clock;

  @Inject
  Cancellation(
      TaskAssociations associations,
      TaskTransitions transitions,
      LambdaCache lambdas,
      InstantSource clock) {
    this.associations = associations;
    this.transitions = transitions;
    this.lambdas = lambdas;
    this.clock = clock;
  }

  /**
   * @return the task after the cancellation
   * @throws StatusRuntimeException TASK_NOT_FOUND
   */
  Association cancel(TaskId taskId, String reason) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var seen = associations.find(taskId).orElseThrow(() -> TaskReading.notFound(taskId));
    for (int tried = 0; tried < TRIES_MAX; tried++) {
      if (seen.status().finished()) {
        return seen;
      }
      var result = apply(next(seen, reason, now));
      if (result instanceof TransitionResult.Applied applied) {
        return applied.after();
      }
      if (result instanceof TransitionResult.Refused refused) {
        seen = refused.found().orElseThrow(() -> TaskReading.notFound(taskId));
      }
    }
    throw RpcErrors.of(
        ErrorReason.CHANGED_MEANWHILE, "task %s changes too fast; try again".formatted(taskId));
  }

  private Transition next(Association seen, String reason, Instant now) {
    if (seen.status().running()) {
      return ClientTransitions.requestCancel(seen.taskId(), now, reason);
    }
    var name = seen.header().lambda();
    var lambda = lambdas.find(name).orElseGet(() -> LambdaDefinition.withDefaults(name, now));
    var message = reason.isEmpty() ? "cancelled by a client" : reason;
    var outcome = Outcome.failure("", FrameworkFailure.CANCELLED.because(message));
    return ClientTransitions.cancel(seen.taskId(), outcome, Ending.at(now, lambda));
  }

  private TransitionResult apply(Transition transition) {
    try {
      return transitions.apply(transition);
    } catch (StoreOutcomeUnknownException e) {
      // Once more: if it was applied, the refusal shows the task as it left it.
      return transitions.apply(transition);
    }
  }
}
