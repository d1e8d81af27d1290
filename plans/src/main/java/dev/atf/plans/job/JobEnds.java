package dev.atf.plans.job;

import dev.atf.model.TaskStatus;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.StepDefinition;
import java.util.Optional;

/** Records the ends of a job's tasks, and applies the policies of failed steps. */
record JobEnds(JobWork work) {
  void record() {
    for (int place = 0; place < work.steps.size(); place++) {
      for (int unit = 0; unit < work.steps.get(place).units().size(); unit++) {
        var seen = work.steps.get(place).units().get(unit);
        if (seen.status().underWay()) {
          var task =
              work.facts.task(work.member(place, unit)).filter(fact -> fact.status().finished());
          if (task.isPresent()) {
            work.set(place, unit, ended(work.graph.step(place), seen, task.get()));
          }
        }
      }
    }
  }

  private UnitState ended(StepDefinition step, UnitState seen, TaskFact task) {
    boolean success = task.status() == TaskStatus.SUCCESS;
    if (seen.status() == StepStatus.COMPENSATING) {
      return seen.to(success ? StepStatus.COMPENSATED : StepStatus.COMPENSATION_FAILED);
    }
    if (success) {
      return seen.ended(StepStatus.SUCCEEDED, true);
    }
    if (work.state.goal() != Goal.SUCCEEDED) {
      return seen.ended(
          task.status() == TaskStatus.CANCELLED ? StepStatus.CANCELLED : StepStatus.FAILED,
          task.ran());
    }
    boolean tryAgain =
        task.status() == TaskStatus.FATAL_FAILURE && seen.failures() < step.onFailure().retries();
    return seen.failed(tryAgain ? StepStatus.PENDING : failed(step), task.ran());
  }

  static StepStatus failed(StepDefinition step) {
    return step.onFailure().then() == Then.HOLD ? StepStatus.HELD : StepStatus.FAILED;
  }

  /**
   * Changes the goal if a step has failed whose policy demands it. Reverting takes precedence over
   * stopping.
   */
  void giveUp() {
    if (work.state.goal() != Goal.SUCCEEDED) {
      return;
    }
    firstFailed(Then.COMPENSATE)
        .or(() -> firstFailed(Then.FAIL))
        .ifPresent(
            place -> {
              boolean revert = work.graph.step(place).onFailure().then() == Then.COMPENSATE;
              work.state =
                  work.state
                      .with()
                      .goal(revert ? Goal.COMPENSATED : Goal.FAILED)
                      .cause(place)
                      .build();
            });
  }

  private Optional<Integer> firstFailed(Then then) {
    for (int place = 0; place < work.steps.size(); place++) {
      if (work.graph.step(place).onFailure().then() == then
          && work.steps.get(place).any(StepStatus.FAILED)) {
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }
}
