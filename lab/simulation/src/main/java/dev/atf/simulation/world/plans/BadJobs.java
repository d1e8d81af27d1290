package dev.atf.simulation.world.plans;

import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.StepState;
import dev.atf.plans.job.StepStatus;
import dev.atf.plans.job.UnitState;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanPart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Defects of stored jobs, which lack a part. */
public final class BadJobs {
  /** Index of the dependencies in a line of a definition. */
  private static final int AFTER = 2;

  private static final int COMPENSATION = 8;

  private BadJobs() {}

  /** Returns a part whose steps depend only on those whose results they are given. */
  public static PlanPart withoutOrder(PlanPart part) {
    return with(part, AFTER, "");
  }

  public static PlanPart withoutCompensation(PlanPart part) {
    return with(part, COMPENSATION, "-");
  }

  private static PlanPart with(PlanPart part, int field, String value) {
    if (!part.name().startsWith("steps/")) {
      return part;
    }
    var body =
        part.body()
            .lines()
            .map(
                line -> {
                  var fields = line.split("\t", -1);
                  fields[field] = value;
                  return String.join("\t", fields);
                })
            .collect(Collectors.joining("\n"));
    return new PlanPart(part.plan(), part.name(), body, part.expiresAt());
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
    var row = JobRow.read(plan);
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
    return plan.with(JobRow.write(row.head(), changed), plan.alarmAt());
  }
}
