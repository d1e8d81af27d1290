package dev.atf.frontend.bulk;

import dev.atf.frontend.task.Cancellation;
import dev.atf.frontend.task.Redrive;
import dev.atf.frontend.task.RedriveDecision;
import dev.atf.frontend.task.Rescheduling;
import dev.atf.frontend.task.Resubmission;
import dev.atf.frontend.task.TaskChange;
import dev.atf.frontend.task.TaskChange.Next;
import dev.atf.frontend.task.TaskCriteria;
import dev.atf.frontend.task.TaskListing;
import dev.atf.frontend.task.TaskState;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.CancelTasksRequest;
import dev.atf.protocol.v1.ChangeTasksResponse;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.RedriveTasksResponse;
import dev.atf.protocol.v1.RescheduleTasksRequest;
import dev.atf.protocol.v1.ResubmitTaskRequest;
import dev.atf.protocol.v1.ResubmitTasksRequest;
import dev.atf.protocol.v1.RunTasksNowRequest;
import dev.atf.protocol.v1.TaskFilter;
import dev.atf.validation.ScheduleTimes;
import dev.atf.validation.Violations;
import dev.atf.validation.WellFormed;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;

/** Serves the calls that change many tasks, and reads their requests. */
public final class BulkCalls {
  private final BulkChange bulk;
  private final TaskChange change;
  private final Cancellation cancellation;
  private final Redrive redrive;
  private final Resubmission resubmission;
  private final InstantSource clock;

  @Inject
  BulkCalls(
      BulkChange bulk,
      TaskChange change,
      Cancellation cancellation,
      Redrive redrive,
      Resubmission resubmission,
      InstantSource clock) {
    this.bulk = bulk;
    this.change = change;
    this.cancellation = cancellation;
    this.redrive = redrive;
    this.resubmission = resubmission;
    this.clock = clock;
  }

  public ChangeTasksResponse cancel(CancelTasksRequest request, LambdaDefinition lambda) {
    var now = now();
    var violations = new Violations();
    var criteria = criteria(request.getFilter(), violations);
    var page = page(request.getPageSize(), request.getPageToken(), request.getDryRun(), violations);
    var reason = violations.parse(() -> WellFormed.require("reason", request.getReason()), "");
    violations.refuse();
    return bulk.change(
        criteria,
        lambda,
        page,
        new Transitioning(change, criteria, seen -> cancellation.next(seen, reason, now)),
        now);
  }

  public ChangeTasksResponse reschedule(RescheduleTasksRequest request, LambdaDefinition lambda) {
    var now = now();
    var violations = new Violations();
    var criteria = criteria(request.getFilter(), violations);
    var page = page(request.getPageSize(), request.getPageToken(), request.getDryRun(), violations);
    var at = now;
    if (request.hasScheduledAt()) {
      at = ScheduleTimes.notBefore(now, request.getScheduledAt(), violations);
    } else {
      violations.add("scheduledAt", "absent", "a time");
    }
    violations.refuse();
    var to = at;
    return bulk.change(
        criteria,
        lambda,
        page,
        new Transitioning(change, criteria, seen -> Rescheduling.reschedule(seen, to, now)),
        now);
  }

  public ChangeTasksResponse runNow(RunTasksNowRequest request, LambdaDefinition lambda) {
    var now = now();
    var violations = new Violations();
    var criteria = criteria(request.getFilter(), violations);
    var page = page(request.getPageSize(), request.getPageToken(), request.getDryRun(), violations);
    violations.refuse();
    return bulk.change(
        criteria,
        lambda,
        page,
        new Transitioning(change, criteria, seen -> Rescheduling.runNow(seen, now)),
        now);
  }

  public ChangeTasksResponse resubmit(ResubmitTasksRequest request, LambdaDefinition lambda) {
    var violations = new Violations();
    var criteria = TaskCriteria.of(request.getFilter(), TaskState.DEAD, violations);
    if (!criteria.state().isOfEnded()) {
      violations.add("filter.state", request.getFilter().getState(), "dead, done or any, or none");
    }
    var page = page(request.getPageSize(), request.getPageToken(), request.getDryRun(), violations);
    violations.refuse();
    var each = ResubmitTaskRequest.newBuilder().setPriority(request.getPriority());
    if (request.hasScheduledAt()) {
      each.setScheduledAt(request.getScheduledAt());
    }
    if (request.hasDelay()) {
      each.setDelay(request.getDelay());
    }
    return bulk.change(criteria, lambda, page, new Resubmitting(resubmission, each.build()), now());
  }

  public RedriveTasksResponse redrive(RedriveTasksRequest request, LambdaDefinition lambda) {
    var now = now();
    if (request.getTaskIdsCount() > 0) {
      return redrive.byIds(request, lambda, now);
    }
    var violations = new Violations();
    var begunAt = BulkToken.of(request.getPageToken(), now).begunAt();
    var criteria = TaskCriteria.ofRedrive(request, begunAt, violations);
    var page = page(request.getPageSize(), request.getPageToken(), request.getDryRun(), violations);
    violations.refuse();
    var decision = redrive.decision(lambda, now);
    var answer =
        bulk.change(criteria, lambda, page, new Redriving(redrive, criteria, decision), now);
    return RedriveTasksResponse.newBuilder()
        .setRedriven(answer.getChanged())
        .setExamined(answer.getExamined())
        .addAllLeftAlone(answer.getLeftAloneList())
        .setNextPageToken(answer.getNextPageToken())
        .build();
  }

  /**
   * Reads a filter. A filter for tasks that have ended is refused, because such tasks never change.
   */
  private static TaskCriteria criteria(TaskFilter filter, Violations violations) {
    var criteria = TaskCriteria.of(filter, TaskState.PENDING, violations);
    if (criteria.state() == TaskState.DEAD || criteria.state() == TaskState.DONE) {
      violations.add(
          "filter.state", filter.getState(), "pending, running, waiting or any, or none");
    }
    return criteria;
  }

  private static BulkChange.Page page(
      int size, String token, boolean dryRun, Violations violations) {
    return new BulkChange.Page(
        violations.parse(() -> TaskListing.pageSize(size), 1), token, dryRun);
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Redrive of dead letters. A task that no longer matches at the time of its change is not
   * changed.
   */
  private record Redriving(Redrive redrive, TaskCriteria criteria, RedriveDecision decision)
      implements TaskOperation {
    @Override
    public boolean isOfEnded() {
      return true;
    }

    @Override
    public boolean apply(Association task) {
      return redrive.redrive(task, decision, criteria::matches);
    }

    @Override
    public boolean wouldApply(Association task) {
      redrive.check(task, decision);
      return true;
    }
  }

  /**
   * Resubmission of tasks that have ended, once for each outcome. The idempotency key of the new
   * task is derived from the old task and its epoch, so that a restarted run only handles the
   * remaining tasks.
   */
  private record Resubmitting(Resubmission resubmission, ResubmitTaskRequest request)
      implements TaskOperation {
    @Override
    public boolean isOfEnded() {
      return true;
    }

    @Override
    public boolean apply(Association task) {
      return resubmission
          .resubmit(task, request.toBuilder().setIdempotencyKey(key(task)).build())
          .getCreated();
    }

    @Override
    public boolean wouldApply(Association task) {
      resubmission.check(task);
      return !resubmission.isMade(task, key(task));
    }

    private static String key(Association task) {
      return "resubmit " + task.taskId() + " " + task.epoch();
    }
  }

  /**
   * Changes unfinished tasks by a transition. If another write changes the task first, the
   * transition is decided again. A task that has ended in the meantime, or no longer matches, is
   * not changed.
   */
  private record Transitioning(
      TaskChange change, TaskCriteria criteria, Function<Association, Next> decision)
      implements TaskOperation {
    @Override
    public boolean isOfEnded() {
      return false;
    }

    @Override
    public boolean apply(Association task) {
      return change.changes(task, this::next);
    }

    @Override
    public boolean wouldApply(Association task) {
      var next = next(task);
      if (next instanceof Next.Refuse refuse) {
        throw RpcErrors.of(refuse.reason(), refuse.message());
      }
      return next instanceof Next.Write;
    }

    private Next next(Association seen) {
      return seen.status().finished() || !criteria.matches(seen)
          ? new Next.Leave()
          : decision.apply(seen);
    }
  }
}
