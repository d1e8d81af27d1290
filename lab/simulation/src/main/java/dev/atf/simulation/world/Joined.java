package dev.atf.simulation.world;

import dev.atf.executor.OnChildFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import dev.atf.plans.job.JoinJob;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.job.definition.WorkKind;
import dev.atf.simulation.check.ObservedExecution;
import dev.atf.simulation.check.SubmittedJob;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Children that a task waits for, in the form that rules receive. */
final class Joined {
  private Joined() {}

  /**
   * @param lambdas lambdas of the children, and of the task that waits for them
   */
  public static SubmittedJob of(
      ObservedExecution execution, List<String> lambdas, OnChildFailure onFailure) {
    var works = lambdas.stream().map(LambdaName::new).map(WorkKind::of).toList();
    var job =
        JoinJob.definition(
            new TaskRef(execution.taskId(), execution.epoch()),
            0,
            works,
            onFailure == OnChildFailure.CONTINUE ? Then.CONTINUE : Then.FAIL);
    return new SubmittedJob(job.id(), job.steps().stream().map(Joined::step).toList());
  }

  private static SubmittedJob.Step step(StepDefinition step) {
    return new SubmittedJob.Step(
        step.name(),
        new HashSet<>(step.inputs()),
        step.onFailure().then() == Then.CONTINUE,
        step.onFailure().retries(),
        false,
        OptionalInt.empty(),
        Optional.empty());
  }
}
