package dev.atf.frontend.plans.job;

import dev.atf.plans.job.Goal;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.StepState;
import dev.atf.plans.job.UnitState;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.FanOut;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.JobGraph;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobGoal;
import dev.atf.protocol.v1.JobStatus;
import dev.atf.protocol.v1.JobStepState;
import dev.atf.protocol.v1.JobUnit;
import dev.atf.protocol.v1.OnFailure;
import dev.atf.protocol.v1.StepStatus;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.UnreadablePlanException;
import java.util.Optional;

/** Converts jobs to their protocol form, without payloads, which are shown with the tasks. */
final class JobView {
  private JobView() {}

  /** Returns a job without its steps; only its names if it cannot be read. */
  static Job brief(Plan plan) {
    try {
      return builder(plan, JobCodec.read(plan)).build();
    } catch (UnreadablePlanException e) {
      return names(plan).setUnreadable(e.reason()).build();
    }
  }

  static Job full(Plan plan, JobRow row, JobGraph graph) {
    var job = builder(plan, row);
    var state = row.state();
    if (state.cause() >= 0) {
      job.setCause(graph.step(state.cause()).name());
    }
    for (int place = 0; place < graph.size(); place++) {
      job.addSteps(step(plan.id(), graph, state, place));
    }
    return job.build();
  }

  private static Job.Builder builder(Plan plan, JobRow row) {
    var state = row.state();
    return names(plan)
        .setStatus(status(state.status()))
        .setGoal(goal(state.goal()))
        .setRound(state.round())
        .setRounds(row.head().rounds())
        .setHeldByOperator(state.paused())
        .setStepCount(row.head().steps());
  }

  private static Job.Builder names(Plan plan) {
    return Job.newBuilder()
        .setLambda(plan.lambda().value())
        .setJob(plan.name())
        .setCreatedAt(ProtoTimes.proto(plan.createdAt()));
  }

  private static JobStepState step(PlanId id, JobGraph graph, JobState state, int place) {
    var step = graph.step(place);
    var seen = state.step(place);
    var view =
        JobStepState.newBuilder()
            .setName(step.name())
            .setLambda(step.work().lambda().value())
            .setStatus(status(seen.status()))
            .addAllInputs(step.inputs())
            .setFansOut(!(step.fanOut() instanceof FanOut.None))
            .setRetries(step.onFailure().retries())
            .setOnFailure(then(step.onFailure().then()))
            .setPatched(!seen.patch().isEmpty())
            .setReason(reason(step, seen));
    graph.before(place).forEach(before -> view.addAfter(graph.step(before).name()));
    if (step.fanOut() instanceof FanOut.ResultOf source) {
      view.setForEachResultOf(source.step());
    }
    Optional.ofNullable(step.ultimatum())
        .ifPresent(ultimatum -> view.setUltimatum(ProtoTimes.proto(ultimatum)));
    Optional.ofNullable(step.compensation())
        .ifPresent(
            compensation -> view.setCompensationLambda(compensation.work().lambda().value()));
    for (int unit = 0; unit < seen.units().size(); unit++) {
      var shown = unit(id, state.member(graph, place, unit), seen.units().get(unit));
      if (step.fanOut() instanceof FanOut.None) {
        view.setUnit(shown);
      } else if (seen.expanded()) {
        view.addItems(shown);
      }
    }
    return view.build();
  }

  /** Returns why a step has failed before its items were known; empty for any other step. */
  static String reason(StepDefinition step, StepState seen) {
    if (!seen.hasNoItems()) {
      return "";
    }
    var most = "%,d".formatted(JobDefinition.ITEMS_MAX);
    return step.fanOut() instanceof FanOut.ResultOf source
        ? "the result of %s is not a list of at most %s items, including those of other steps"
            .formatted(source.step(), most)
        : "it has more than %s items, including those of other steps".formatted(most);
  }

  private static JobUnit unit(PlanId id, JobMember member, UnitState unit) {
    var view =
        JobUnit.newBuilder()
            .setStatus(status(unit.status()))
            .setTries(unit.tries())
            .setFailures(unit.failures())
            .setCompensationTries(unit.undos())
            .setRan(unit.ran());
    if (unit.tries() > 0) {
      view.setTaskId(member.reverted().taskOf(id).value());
    }
    if (unit.undos() > 0) {
      view.setCompensationTaskId(member.reverting(unit.undos()).taskOf(id).value());
    }
    return view.build();
  }

  static JobStatus status(dev.atf.plans.job.JobStatus status) {
    return switch (status) {
      case RUNNING -> JobStatus.JOB_RUNNING;
      case COMPENSATING -> JobStatus.JOB_COMPENSATING;
      case STOPPING -> JobStatus.JOB_STOPPING;
      case HELD -> JobStatus.JOB_HELD;
      case SUCCEEDED -> JobStatus.JOB_SUCCEEDED;
      case FAILED -> JobStatus.JOB_FAILED;
      case COMPENSATED -> JobStatus.JOB_COMPENSATED;
      case CANCELLED -> JobStatus.JOB_CANCELLED;
    };
  }

  private static JobGoal goal(Goal goal) {
    return switch (goal) {
      case SUCCEEDED -> JobGoal.GOAL_SUCCEEDED;
      case COMPENSATED -> JobGoal.GOAL_COMPENSATED;
      case CANCELLED -> JobGoal.GOAL_CANCELLED;
      case FAILED -> JobGoal.GOAL_FAILED;
    };
  }

  private static StepStatus status(dev.atf.plans.job.StepStatus status) {
    return switch (status) {
      case PENDING -> StepStatus.STEP_PENDING;
      case RUNNING -> StepStatus.STEP_RUNNING;
      case SUCCEEDED -> StepStatus.STEP_SUCCEEDED;
      case FAILED -> StepStatus.STEP_FAILED;
      case SKIPPED -> StepStatus.STEP_SKIPPED;
      case HELD -> StepStatus.STEP_HELD;
      case COMPENSATING -> StepStatus.STEP_COMPENSATING;
      case COMPENSATED -> StepStatus.STEP_COMPENSATED;
      case COMPENSATION_FAILED -> StepStatus.STEP_COMPENSATION_FAILED;
      case CANCELLED -> StepStatus.STEP_CANCELLED;
    };
  }

  private static OnFailure then(Then then) {
    return switch (then) {
      case FAIL -> OnFailure.FAIL;
      case CONTINUE -> OnFailure.CONTINUE;
      case COMPENSATE -> OnFailure.COMPENSATE;
      case HOLD -> OnFailure.HOLD;
    };
  }
}
