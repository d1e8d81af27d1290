package dev.atf.frontend.plans.periodic;

import dev.atf.frontend.origin.OriginKind;
import dev.atf.frontend.origin.OriginReasons;
import dev.atf.frontend.origin.Refusal;
import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Association;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.Task;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;

/** Origin of the canaries of lambdas: the lambda's own periodic task. */
public final class CanaryOrigin implements OriginKind {
  private final PeriodicOrigin periodic;

  @Inject
  CanaryOrigin(PeriodicOrigin periodic) {
    this.periodic = periodic;
  }

  @Override
  public String name() {
    return Origin.CANARY;
  }

  @Override
  public void show(Origin origin, Task.Builder task) {
    periodic.show(origin, task);
    task.getPeriodicBuilder().setCanary(true);
  }

  @Override
  public void showOwner(Origin origin, Task.Builder task) {
    periodic.showOwner(origin, task);
  }

  @Override
  public Optional<Refusal> refuseRedrive(Association dead, LambdaDefinition lambda) {
    return Optional.of(
        new Refusal(
            ErrorReason.TASK_NOT_DEAD,
            "task %s is a canary, not a dead letter; the next one is created automatically"
                .formatted(dead.taskId())));
  }

  @Override
  public OriginReasons explain(Association task, Optional<LambdaDefinition> lambda, Instant now) {
    return new OriginReasons(
        Optional.empty(),
        task.status().finished()
            ? Optional.of("it is a canary: the next one is created automatically")
            : Optional.empty(),
        Optional.of(
            new Reason(
                ExplainCode.FIRE_OF_PERIODIC,
                "it is a canary of lambda %s".formatted(task.header().lambda()),
                null,
                null)));
  }

  @Override
  public Optional<String> useOf(LambdaDefinition lambda) {
    return Optional.empty();
  }
}
