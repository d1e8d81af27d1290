package dev.atf.frontend.plans.periodic;

import com.google.protobuf.ByteString;
import dev.atf.frontend.lambda.CanarySetting;
import dev.atf.frontend.schedule.ScheduleValidation;
import dev.atf.frontend.task.Cancellation;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.Canary;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.TaskEntity;
import dev.atf.plans.periodic.Fire;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.row.Plan;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.store.TaskAssociations;
import dev.atf.store.plans.StoredPeriodic;
import dev.atf.validation.Violations;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Manages the periodic tasks that create canaries, one for each lambda with canaries. */
public final class LambdaCanaries implements CanarySetting {
  private final PeriodicTasks tasks;
  private final TaskAssociations associations;
  private final Cancellation cancellation;
  private final RandomGenerator random;

  @Inject
  LambdaCanaries(
      PeriodicTasks tasks,
      TaskAssociations associations,
      Cancellation cancellation,
      RandomGenerator random) {
    this.tasks = tasks;
    this.associations = associations;
    this.cancellation = cancellation;
    this.random = random;
  }

  @Override
  public void apply(LambdaDefinition lambda, Instant now) {
    var canary = lambda.canary();
    if (canary == null) {
      remove(lambda, now);
      return;
    }
    var contents = contents(lambda, canary, now);
    var task =
        PeriodicTask.ofCanaries(
            lambda.name(), contents.header().priority(), canary, contents.taskId());
    tasks.put(new PeriodicValidation.Definition(task, contents), lambda, now);
  }

  private TaskEntity contents(LambdaDefinition lambda, Canary canary, Instant now) {
    var payload = canary.payload();
    var request =
        ScheduleRequest.newBuilder()
            .setLambda(lambda.name().value())
            .setPriority(lambda.priorities().get(0).value())
            .setContentType(payload.contentType())
            .putLabels(Canary.LABEL, "true");
    if (!payload.isEmpty()) {
      request.setData(ByteString.copyFrom(payload.bytes()));
    }
    var violations = new Violations();
    var contents =
        ScheduleValidation.contents(
            request.build(), lambda, TaskId.random(random), now, violations);
    violations.refuse();
    return contents;
  }

  @Override
  public void remove(LambdaDefinition lambda, Instant now) {
    tasks
        .deleteIfPresent(lambda.name(), PeriodicName.CANARY, lambda, now)
        .flatMap(LambdaCanaries::latest)
        .flatMap(associations::find)
        .filter(task -> !task.status().finished())
        .ifPresent(
            task -> cancellation.cancel(task.taskId(), "its lambda has no canaries any more"));
  }

  @Override
  public Optional<TaskId> latest(LambdaDefinition lambda) {
    return tasks.findRow(lambda.name(), PeriodicName.CANARY).flatMap(LambdaCanaries::latest);
  }

  private static Optional<TaskId> latest(Plan row) {
    return StoredPeriodic.ifReadable(row)
        .map(stored -> stored.state().last())
        .map(last -> row.id().task(Fire.member(last)));
  }
}
