package dev.atf.simulation.check;

import dev.atf.model.task.Association;
import dev.atf.plans.job.JobStatus;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.plans.JobCodec;
import java.time.Instant;
import java.util.OptionalInt;

/**
 * Rule that no task of a job's step is created, claimed or begun before its dependencies are done:
 * each of their tasks has ended, and the last try has succeeded, or has failed as often as it may
 * if the job continues after that. A job has succeeded only when all of it is done.
 *
 * <p>A step that an operator asked to skip counts as done from then on, since such a call may take
 * effect late. From then on, only a running task of it is a violation.
 */
final class StepAfterItsDependencies implements Rule {
  private final JobHistory history = new JobHistory();

  @Override
  public String name() {
    return "a step after its dependencies";
  }

  @Override
  public void submitted(SubmittedJob job) {
    history.submitted(job);
  }

  @Override
  public void skipWanted(PlanId job, String step) {
    history.skipWanted(job, step);
  }

  @Override
  public void retryWanted(PlanId job) {
    history.retryWanted(job);
  }

  @Override
  public void returned(ObservedExecution execution, OptionalInt items) {
    history.returned(execution, items);
  }

  @Override
  public void created(Instant at, Association task, Verdict verdict) {
    // A task that is created as finished fences off a late creator.
    history
        .created(task)
        .filter(created -> !created.hasEnded())
        .ifPresent(created -> check("is created", created, verdict));
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    history
        .changed(change)
        .filter(task -> JobHistory.isClaim(change.event()))
        .ifPresent(task -> check("is claimed", task, verdict));
  }

  @Override
  public void began(Instant at, ObservedExecution execution, Verdict verdict) {
    // A process that was stopped between claim and work may begin a task that it no longer owns.
    history
        .find(execution.taskId())
        .filter(task -> task.task().status().running())
        .filter(task -> task.task().epoch() == execution.epoch())
        .ifPresent(task -> check("begins", task, verdict));
  }

  private void check(String does, JobTask task, Verdict verdict) {
    var job = history.job(task.job()).orElseThrow();
    if (task.member().reverts()) {
      return;
    }
    for (int before : job.before(task.member().place())) {
      if (!history.isDone(job, before, task.member().round())) {
        verdict.broken(
            this,
            "%s %s before %s is done: %s"
                .formatted(task, does, job.steps().get(before).name(), history.tasks(task.job())));
      }
    }
  }

  @Override
  public void planWritten(Instant at, Plan plan, Verdict verdict) {
    if (plan.kind() != PlanKind.JOB) {
      return;
    }
    var job = history.job(plan.id());
    var state = JobCodec.read(plan).state();
    if (job.isEmpty() || state.status() != JobStatus.SUCCEEDED) {
      return;
    }
    for (int place = 0; place < job.get().steps().size(); place++) {
      if (!history.isDone(job.get(), place, state.round())) {
        verdict.broken(
            this,
            "%s has succeeded without %s: %s"
                .formatted(plan.name(), job.get().steps().get(place), history.tasks(plan.id())));
      }
    }
  }
}
