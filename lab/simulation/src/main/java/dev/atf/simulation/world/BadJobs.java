package dev.atf.simulation.world;

import dev.atf.plans.job.JobState;
import dev.atf.plans.job.StepState;
import dev.atf.plans.job.StepStatus;
import dev.atf.plans.job.UnitState;
import dev.atf.plans.job.definition.Compensation;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.JobSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Defects of stored jobs, which lack a part. */
final class BadJobs {
  private BadJobs() {}

  /** Returns a part whose steps depend only on those whose results they are given. */
  public static PlanPart withoutOrder(PlanPart part) {
    return with(part, step -> with(step, List.of(), step.compensation()));
  }

  public static PlanPart withoutCompensation(PlanPart part) {
    return with(part, step -> with(step, step.after(), null));
  }

  private static PlanPart with(PlanPart part, UnaryOperator<StepDefinition> change) {
    if (!part.name().startsWith("steps/")) {
      return part;
    }
    var steps = JobSteps.read(part).stream().map(change).toList();
    return new PlanPart(part.plan(), part.name(), JobSteps.write(steps), part.expiresAt());
  }

  private static StepDefinition with(
      StepDefinition step, List<String> after, @Nullable Compensation compensation) {
    return new StepDefinition(
        step.name(),
        step.work(),
        after,
        step.inputs(),
        step.fanOut(),
        step.ultimatum(),
        step.onFailure(),
        compensation);
  }

  /** Returns a plan in which no step counts as having run. */
  public static Plan unrun(Plan plan) {
    return with(
        plan,
        unit -> new UnitState(unit.status(), unit.tries(), unit.failures(), unit.undos(), false));
  }

  /** Returns a plan in which a running step counts as done. */
  public static Plan hasty(Plan plan) {
    return with(
        plan,
        unit ->
            unit.status() == StepStatus.RUNNING
                ? new UnitState(
                    StepStatus.SUCCEEDED, unit.tries(), unit.failures(), unit.undos(), true)
                : unit);
  }

  /** Returns a plan in which a step that is being reverted counts as reverted. */
  public static Plan hastilyReverted(Plan plan) {
    return with(
        plan,
        unit ->
            unit.status() == StepStatus.COMPENSATING
                ? new UnitState(
                    StepStatus.COMPENSATED, unit.tries(), unit.failures(), unit.undos(), true)
                : unit);
  }

  private static Plan with(Plan plan, UnaryOperator<UnitState> change) {
    var row = JobCodec.read(plan);
    var state = row.state();
    List<StepState> steps = new ArrayList<>();
    for (var step : state.steps()) {
      var units = step.units().stream().map(change).toList();
      steps.add(new StepState(step.expanded(), step.patch(), units));
    }
    var changed =
        new JobState(
            state.status(),
            state.goal(),
            state.paused(),
            state.settled(),
            state.round(),
            state.cause(),
            steps);
    return plan.with(JobCodec.next(plan, row.with(changed)), plan.alarmAt());
  }
}
