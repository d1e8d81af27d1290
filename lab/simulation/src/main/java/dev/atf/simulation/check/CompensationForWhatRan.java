package dev.atf.simulation.check;

import dev.atf.model.task.Association;
import dev.atf.plans.job.JobStatus;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.simulation.check.JobTask.Unit;
import dev.atf.store.plans.JobCodec;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * Rule that the steps of a job that ran, and no others, are reverted once, after all steps that
 * depend on them; a job is compensated, and begins again, when all of that is done.
 *
 * <p>A step ran if it was claimed, and not only returned. A step that an operator asked to skip may
 * count as reverted from then on.
 */
final class CompensationForWhatRan implements Rule {
  private final JobHistory history = new JobHistory();

  @Override
  public String name() {
    return "compensation for what ran";
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
  public void created(Instant at, Association task, Verdict verdict) {
    var created = history.created(task);
    if (created.isEmpty() || created.get().hasEnded()) {
      return;
    }
    if (created.get().member().reverts()) {
      checkRan(created.get(), verdict);
      checkOrder("is created", created.get(), verdict);
    } else {
      for (int round = 1; round < created.get().member().round(); round++) {
        checkReverted(created.get().job(), round, created.get() + " is created", verdict);
      }
    }
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    history
        .changed(change)
        .filter(task -> task.member().reverts() && JobHistory.isClaim(change.event()))
        .ifPresent(task -> checkOrder("is claimed", task, verdict));
  }

  /** Checks that there is something to revert. */
  private void checkRan(JobTask undo, Verdict verdict) {
    var unit =
        history.units(undo.job(), undo.member().round()).getOrDefault(undo.unit(), List.of());
    int ranAt =
        unit.stream()
            .filter(task -> !task.member().reverts())
            .mapToInt(JobTask::claimedAt)
            .max()
            .orElse(0);
    if (ranAt == 0) {
      verdict.broken(this, undo + " reverts what never ran");
    }
    if (revertedAt(unit) > ranAt) {
      verdict.broken(this, undo + " reverts what is reverted");
    }
  }

  /** Checks that the unit and all later ones have ended, and the later ones are reverted. */
  private void checkOrder(String does, JobTask undo, Verdict verdict) {
    var job = history.job(undo.job()).orElseThrow();
    var later = job.after(undo.member().place());
    history
        .units(undo.job(), undo.member().round())
        .forEach(
            (unit, tasks) -> {
              boolean after = later.contains(unit.place());
              if (after && !isReverted(job, unit, tasks)) {
                verdict.broken(this, "%s %s before %s are reverted".formatted(undo, does, tasks));
              }
              if ((after || unit.equals(undo.unit())) && !rest(tasks, undo)) {
                verdict.broken(this, "%s %s beside %s".formatted(undo, does, tasks));
              }
            });
  }

  private static boolean rest(Collection<JobTask> tasks, JobTask but) {
    return tasks.stream()
        .allMatch(task -> task.hasEnded() || task.task().taskId().equals(but.task().taskId()));
  }

  @Override
  public void planWritten(Instant at, Plan plan, Verdict verdict) {
    if (plan.kind() != PlanKind.JOB || history.job(plan.id()).isEmpty()) {
      return;
    }
    var state = JobCodec.read(plan).state();
    if (state.status() == JobStatus.COMPENSATED) {
      for (int round = 1; round <= state.round(); round++) {
        checkReverted(plan.id(), round, plan.name() + " is compensated", verdict);
      }
    }
  }

  private void checkReverted(PlanId id, int round, String what, Verdict verdict) {
    var job = history.job(id).orElseThrow();
    history
        .units(id, round)
        .forEach(
            (unit, tasks) -> {
              if (!isReverted(job, unit, tasks) || tasks.stream().anyMatch(it -> !it.hasEnded())) {
                verdict.broken(this, "%s, and not reverted are %s".formatted(what, tasks));
              }
            });
  }

  private boolean isReverted(SubmittedJob job, Unit unit, List<JobTask> tasks) {
    int ranAt =
        tasks.stream()
            .filter(task -> !task.member().reverts())
            .mapToInt(JobTask::keptAt)
            .max()
            .orElse(0);
    return !job.steps().get(unit.place()).compensated()
        || history.maySkip(job.id(), unit.place())
        || ranAt == 0
        || revertedAt(tasks) > ranAt;
  }

  /** Returns when it was reverted; 0 if never. */
  private static int revertedAt(Collection<JobTask> unit) {
    return unit.stream()
        .filter(task -> task.member().reverts() && task.hasSucceeded())
        .mapToInt(JobTask::endedAt)
        .max()
        .orElse(0);
  }
}
