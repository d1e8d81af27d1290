package dev.atf.storeconsumer.plans;

import com.google.common.collect.Comparators;
import dev.atf.hints.Hints;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.job.JobAction;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.job.JobDecision;
import dev.atf.plans.job.JobFacts;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.JobVerdict;
import dev.atf.plans.job.TaskFact;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.JobGraph;
import dev.atf.plans.job.definition.JsonItems;
import dev.atf.plans.job.definition.WorkKind;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.JobGraphs;
import dev.atf.store.plans.JobSteps;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import dev.atf.storeconsumer.alarm.LeaseExpiry;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
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

  /** Maximum number of tasks in one call of {@link TaskAssociations#findAll}. */
  private static final int READ_MAX = 1_000;

  /** Time for which an ended job can be read. */
  static final Duration RETENTION = Duration.ofDays(30);

  private final Plans plans;
  private final JobGraphs graphs;
  private final TaskAssociations associations;
  private final TaskTransitions transitions;
  private final PlanTasks tasks;
  private final LambdaDirectory directory;
  private final LeaseExpiry expiry;
  private final Hints hints;

  @Inject
  JobSupervisor(
      Plans plans,
      JobGraphs graphs,
      TaskAssociations associations,
      TaskTransitions transitions,
      PlanTasks tasks,
      LambdaDirectory directory,
      LeaseExpiry expiry,
      Hints hints) {
    this.plans = plans;
    this.graphs = graphs;
    this.associations = associations;
    this.transitions = transitions;
    this.tasks = tasks;
    this.directory = directory;
    this.expiry = expiry;
    this.hints = hints;
  }

  @Override
  public PlanKind kind() {
    return PlanKind.JOB;
  }

  @Override
  public Supervision check(Plan plan, Instant now) {
    var row = JobCodec.read(plan);
    var graph = graphs.of(plan, row);
    var stored = new StoredTasks(plan.id(), row.state().inProgress(graph));
    boolean late =
        !now.isBefore(plan.createdAt().plus(JobDefinition.LIFETIME)) && expiry.mayGiveUp();
    // The decision needs the time only to end a job that has lived for too long.
    var judgedAt = late ? now : plan.createdAt();
    var verdict = JobDecision.decide(graph, row.state(), stored, plan.createdAt(), judgedAt);
    var next = next(plan, row, verdict, now);
    if (!next.equals(plan) && !isWritten(next)) {
      return Supervision.over();
    }
    if (verdict.state().status() != row.state().status()) {
      log.info("job={} of lambda={} is {}", plan.name(), plan.lambda(), verdict.state().status());
    }
    for (var action : verdict.actions()) {
      act(next, graph, verdict.state(), action, now);
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
        : Comparators.max(now.plusSeconds(1), plan.createdAt().plus(JobDefinition.LIFETIME));
  }

  /** Returns whether the row is written, possibly by an earlier try whose answer was lost. */
  private boolean isWritten(Plan next) {
    var result = plans.put(next);
    return !(result instanceof PlanResult.Refused refused)
        || refused.found().equals(Optional.of(next));
  }

  /**
   * Performs an action, which any consumer may repeat. If this process does not know the lambda of
   * a task, it leaves the task to a later check.
   *
   * @param state new state of the job
   */
  private void act(Plan job, JobGraph graph, JobState state, JobAction action, Instant now) {
    if (action instanceof JobAction.Cancel cancel) {
      cancel(cancel.member().taskOf(job.id()), now);
      return;
    }
    var member = action.member();
    var name = work(graph, member).lambda();
    var lambda = directory.findRegistered(name);
    if (!(action instanceof JobAction.Create create)) {
      // It is in no list, so the lists of its lambda do not matter.
      var known = lambda.orElseGet(() -> LambdaDefinition.withDefaults(name, now));
      var header = header(job, graph, state, member, known, now, now);
      var outcome = cancelled("its job did not want it any more");
      boolean unused = tasks.create(Association.fenced(header, now, outcome));
      return;
    }
    if (lambda.isEmpty()) {
      log.warn("job={} member={} waits for its lambda={}", job.id(), member, name);
      return;
    }
    var dueAt = now.plus(create.delay()).truncatedTo(ChronoUnit.MILLIS);
    var header = header(job, graph, state, member, lambda.get(), now, dueAt);
    if (tasks.create(Association.scheduled(header))) {
      log.debug("job={} member={} taskId={} created", job.id(), member, header.taskId());
    }
  }

  private static WorkKind work(JobGraph graph, JobMember member) {
    var step = graph.step(member.place());
    var compensation = step.compensation();
    return member.reverts() && compensation != null ? compensation.work() : step.work();
  }

  private static TaskHeader header(
      Plan job,
      JobGraph graph,
      JobState state,
      JobMember member,
      LambdaDefinition lambda,
      Instant now,
      Instant dueAt) {
    var step = graph.step(member.place());
    var work = work(graph, member);
    var taskId = member.taskOf(job.id());
    var asked = work.priority();
    var priority =
        asked != null && lambda.priorities().contains(asked) ? asked : lambda.defaultPriority();
    var contents = JobContents.of(job.id(), step, state.step(member.place()), member);
    var keptUntil = job.createdAt().plus(JobDefinition.KEPT);
    var lifetime = patience(Optional.ofNullable(step.ultimatum()), member, lambda);
    return new TaskHeader(
        taskId,
        lambda.name(),
        priority,
        work.collection(),
        taskId.shard(lambda.shards()),
        now.truncatedTo(ChronoUnit.MILLIS),
        dueAt,
        // A compensation may begin shortly before the end of the job, and then run for long.
        Comparators.min(dueAt.plus(lifetime), keptUntil),
        keptUntil,
        PlanKind.JOB.origin(job.id(), member.toString(), contents),
        null,
        null,
        null,
        null);
  }

  /**
   * Returns the time limit of a task. A compensating task has no limit of its own, because its
   * failure would only hold the job.
   */
  private static Duration patience(
      Optional<Duration> ultimatum, JobMember member, LambdaDefinition lambda) {
    return ultimatum
        .filter(asked -> !member.reverts() && asked.compareTo(lambda.maxLifetime()) < 0)
        .orElse(lambda.maxLifetime());
  }

  private void cancel(TaskId taskId, Instant now) {
    var seen = associations.find(taskId);
    if (seen.isEmpty() || seen.get().status().finished() || seen.get().cancelRequested()) {
      return;
    }
    var why = "its job is stopped";
    // After a lost race, the next check reads the task in its new state.
    if (seen.get().status().running()) {
      var unused = transitions.apply(ClientTransitions.requestCancel(taskId, now, why));
      return;
    }
    var name = seen.get().header().lambda();
    var lambda = directory.find(name).orElseGet(() -> LambdaDefinition.withDefaults(name, now));
    var cancelled =
        transitions.apply(
            ClientTransitions.cancel(
                taskId, cancelled(why), directory.ending(now, lambda).of(seen.get().header())));
    if (cancelled instanceof TransitionResult.Applied applied) {
      hints.written(applied.after());
    }
  }

  private static Outcome cancelled(String why) {
    return Outcome.failure("", FrameworkFailure.CANCELLED.because(why));
  }

  /** Tasks of one job, read once for one check. */
  private final class StoredTasks implements JobFacts {
    private final PlanId job;
    private final Map<TaskId, Association> found = new HashMap<>();

    /**
     * Reads the tasks.
     *
     * @param inProgress tasks that may have ended since they were last checked
     */
    StoredTasks(PlanId job, List<JobMember> inProgress) {
      this.job = job;
      read(inProgress.stream().map(member -> member.taskOf(job)).toList());
    }

    private void read(List<TaskId> ids) {
      for (int from = 0; from < ids.size(); from += READ_MAX) {
        found.putAll(
            associations.findAll(ids.subList(from, Math.min(ids.size(), from + READ_MAX))));
      }
      // The previous read may lag. A task is rarely missing: only if its creator died before it
      // created the task.
      for (var id : new ArrayList<>(ids)) {
        if (!found.containsKey(id)) {
          associations.find(id).ifPresent(task -> found.put(id, task));
        }
      }
    }

    private Optional<Association> association(JobMember member) {
      return Optional.ofNullable(found.get(member.taskOf(job)));
    }

    @Override
    public Optional<TaskFact> task(JobMember member) {
      return association(member).map(TaskFact::of);
    }

    /** Returns the number of items. The items of a large result were counted when it was stored. */
    @Override
    public OptionalInt items(JobMember member) {
      var task = association(member).or(() -> associations.find(member.taskOf(job)));
      var outcome = task.map(Association::outcome);
      if (outcome.isEmpty()) {
        return OptionalInt.empty();
      }
      var result = outcome.get().result();
      if (result != null) {
        var items = JsonItems.of(result.bytes());
        return items.isPresent() ? OptionalInt.of(items.get().size()) : OptionalInt.empty();
      }
      return outcome.get().resultStoredApart() ? counted(member) : OptionalInt.empty();
    }

    private OptionalInt counted(JobMember member) {
      var name = JobContents.countOf(member);
      return plans.parts(job, name, 1).stream()
          .filter(part -> part.name().equals(name))
          .mapToInt(JobSteps::count)
          .findFirst();
    }
  }
}
