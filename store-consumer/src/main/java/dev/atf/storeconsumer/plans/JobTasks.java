package dev.atf.storeconsumer.plans;

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
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.JobGraph;
import dev.atf.plans.job.definition.WorkKind;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates and ends the tasks of jobs. Any consumer may repeat each action. */
final class JobTasks {
  private static final Logger log = LoggerFactory.getLogger(JobTasks.class);

  private final PlanTasks tasks;
  private final Hints hints;
  private final TaskAssociations associations;
  private final TaskTransitions transitions;
  private final LambdaDirectory directory;

  @Inject
  JobTasks(
      PlanTasks tasks,
      Hints hints,
      TaskAssociations associations,
      TaskTransitions transitions,
      LambdaDirectory directory) {
    this.tasks = tasks;
    this.hints = hints;
    this.associations = associations;
    this.transitions = transitions;
    this.directory = directory;
  }

  /**
   * Performs an action.
   *
   * @param state new state of the job
   * @return false if the action must be tried again, because this process does not know its lambda
   */
  boolean act(Plan job, JobGraph graph, JobState state, JobAction action, Instant now) {
    if (action instanceof JobAction.Cancel cancel) {
      cancel(cancel.member().taskOf(job.id()), now);
      return true;
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
      return true;
    }
    if (lambda.isEmpty()) {
      log.warn("job={} member={} waits for its lambda={}", job.id(), member, name);
      return false;
    }
    var dueAt = now.plus(create.delay()).truncatedTo(ChronoUnit.MILLIS);
    var header = header(job, graph, state, member, lambda.get(), now, dueAt);
    if (tasks.create(Association.scheduled(header))) {
      log.debug("job={} member={} taskId={} made", job.id(), member, header.taskId());
    }
    return true;
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
    return new TaskHeader(
        taskId,
        lambda.name(),
        priority,
        work.collection(),
        taskId.shard(lambda.shards()),
        now.truncatedTo(ChronoUnit.MILLIS),
        dueAt,
        dueAt.plus(patience(Optional.ofNullable(step.ultimatum()), member, lambda)),
        job.createdAt().plus(JobDefinition.KEPT),
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
}
