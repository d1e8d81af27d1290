package dev.atf.simulation.check;

import dev.atf.model.task.Association;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.plans.JobCodec;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Rule that every acknowledged job ends, if an operator releases it when it is held. Until then,
 * the job has an alarm. Afterwards, all of its tasks have ended, and no further ones are created.
 */
final class JobsEnd implements Rule {
  private final JobHistory history = new JobHistory();
  private final Map<PlanId, Plan> plans = new TreeMap<>();
  private final Set<PlanId> acknowledged = new TreeSet<>();

  @Override
  public String name() {
    return "jobs end";
  }

  @Override
  public void submitted(SubmittedJob job) {
    history.submitted(job);
  }

  @Override
  public void acknowledged(PlanId job, Verdict verdict) {
    acknowledged.add(job);
    if (!plans.containsKey(job)) {
      verdict.broken(this, job + " was acknowledged and is nowhere");
    }
  }

  @Override
  public void created(Instant at, Association task, Verdict verdict) {
    var created = history.created(task);
    if (created.isPresent() && hasEnded(created.get().job())) {
      verdict.broken(this, created.get() + " is created, and the job has ended");
    }
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    var unused = history.changed(change);
  }

  private boolean hasEnded(PlanId job) {
    var plan = plans.get(job);
    return plan != null && isFinished(plan);
  }

  private static boolean isFinished(Plan plan) {
    return JobCodec.read(plan).state().status().finished();
  }

  @Override
  public void planWritten(Instant at, Plan plan, Verdict verdict) {
    if (plan.kind() != PlanKind.JOB) {
      return;
    }
    plans.put(plan.id(), plan);
    if (!isFinished(plan)) {
      if (plan.alarmAt() == null) {
        verdict.broken(this, "no supervisor watches %s: %s".formatted(plan.id(), plan));
      }
      return;
    }
    history.tasks(plan.id()).stream()
        .filter(task -> !task.hasEnded())
        .forEach(task -> verdict.broken(this, task + " is left, and the job has ended"));
  }

  @Override
  public void atTheEnd(Instant at, Collection<Association> tasks, Verdict verdict) {
    plans.values().stream()
        .filter(plan -> !isFinished(plan))
        .forEach(plan -> verdict.broken(this, "it never ended: " + plan));
  }
}
