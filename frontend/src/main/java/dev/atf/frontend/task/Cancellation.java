package dev.atf.frontend.task;

import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.task.TaskChange.Next;
import dev.atf.model.Association;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.Outcome;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.transition.ClientTransitions;
import dev.atf.model.transition.Ending;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * Ends a pending task at once, asks a running one to stop, leaves a finished one as it is. May be
 * repeated: a lost reply is found by the next try.
 */
public final class Cancellation {
  private final TaskChange change;
  private final LambdaCache lambdas;
  private final InstantSource clock;

  @Inject
  Cancellation(TaskChange change, LambdaCache lambdas, InstantSource clock) {
    this.change = change;
    this.lambdas = lambdas;
    this.clock = clock;
  }

  /**
   * @return the task after the cancellation
   * @throws StatusRuntimeException TASK_NOT_FOUND
   */
  public Association cancel(TaskId taskId, String reason) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return change.make(taskId, seen -> next(seen, reason, now));
  }

  private Next next(Association seen, String reason, Instant now) {
    if (seen.status().finished()) {
      return new Next.Leave();
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
    return new Next.Write(ClientTransitions.cancel(seen.taskId(), outcome, Ending.at(now, lambda)));
  }
}
