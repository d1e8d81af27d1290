package dev.atf.storeconsumer.plans;

import dev.atf.plans.job.JobDecision;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.JobVerdict;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.TaskAssociations;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.JobGraphs;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import dev.atf.storeconsumer.alarm.LeaseExpiry;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Supervises jobs: reads the outcomes of the tasks in progress, decides, writes the decision, and
 * then creates and ends tasks (ADR 0034). If a consumer dies after the write, the next check does
 * the rest, because it finds tasks that are marked and do not exist.
 */
final class JobSupervisor implements PlanSupervisor {
  private static final Logger log = LoggerFactory.getLogger(JobSupervisor.class);

  /**
   * Minimum time between two checks. A step that runs for a second is followed by the next step
   * within a few tenths of a second.
   */
  private static final Duration SOONEST = Duration.ofMillis(100);

  /** Time for which an ended job can be read. */
  static final Duration RETENTION = Duration.ofDays(30);

  private final Plans plans;
  private final JobGraphs graphs;
  private final TaskAssociations associations;
  private final JobTasks tasks;
  private final LeaseExpiry expiry;

  @Inject
  JobSupervisor(
      Plans plans,
      JobGraphs graphs,
      TaskAssociations associations,
      JobTasks tasks,
      LeaseExpiry expiry) {
    this.plans = plans;
    this.graphs = graphs;
    this.associations = associations;
    this.tasks = tasks;
    this.expiry = expiry;
  }

  @Override
  public PlanKind kind() {
    return PlanKind.JOB;
  }

  @Override
  public Supervision check(Plan plan, Instant now) {
    var row = JobCodec.read(plan);
    var graph = graphs.of(plan, row);
    var facts = new StoredJobFacts(plan.id(), row.state().inProgress(graph), associations, plans);
    boolean late =
        !now.isBefore(plan.createdAt().plus(JobDefinition.LIFETIME)) && expiry.mayGiveUp();
    // The decision needs the time only to end a job that has lived for too long.
    var judgedAt = late ? now : plan.createdAt();
    var verdict = JobDecision.decide(graph, row.state(), facts, plan.createdAt(), judgedAt);
    var next = next(plan, row, verdict, now);
    if (!next.equals(plan) && !isWritten(next)) {
      return Supervision.over();
    }
    if (verdict.state().status() != row.state().status()) {
      log.info("job={} of lambda={} is {}", plan.name(), plan.lambda(), verdict.state().status());
    }
    for (var action : verdict.actions()) {
      boolean unused = tasks.act(next, graph, verdict.state(), action, now);
    }
    int inProgress = verdict.state().inProgress(graph).size();
    var soonest = verdict.more() ? Duration.ZERO : SOONEST.plus(Supervision.apart(inProgress));
    return Supervision.of(next, soonest, inProgress);
  }

  private static Plan next(Plan plan, JobRow row, JobVerdict verdict, Instant now) {
    var alarmAt = alarm(plan, verdict, now);
    if (verdict.state().equals(row.state()) && Objects.equals(alarmAt, plan.alarmAt())) {
      return plan;
    }
    var next = plan.next(JobCodec.next(plan, row.with(verdict.state())), alarmAt);
    return verdict.state().status().finished() ? next.withExpiresAt(now.plus(RETENTION)) : next;
  }

  /**
   * Returns the alarm. It does not change while the job is alive, because moving an alarm costs two
   * write units.
   */
  private static @Nullable Instant alarm(Plan plan, JobVerdict verdict, Instant now) {
    if (verdict.attention()) {
      return plan.alarmAt();
    }
    return verdict.state().status().finished()
        ? null
        : max(now.plusSeconds(1), plan.createdAt().plus(JobDefinition.LIFETIME));
  }

  private static Instant max(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  /** Returns whether the row is written, possibly by an earlier try whose answer was lost. */
  private boolean isWritten(Plan next) {
    var result = plans.put(next);
    return !(result instanceof PlanResult.Refused refused)
        || refused.found().equals(Optional.of(next));
  }
}
