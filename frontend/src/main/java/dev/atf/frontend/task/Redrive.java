package dev.atf.frontend.task;

import com.google.rpc.Status;
import dev.atf.frontend.origin.TaskOrigins;
import dev.atf.frontend.rpc.BatchCalls;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.frontend.task.TaskChange.Next;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.RedriveTasksResponse;
import dev.atf.runtime.rpc.CallEnd;
import dev.atf.store.TaskContents;
import dev.atf.validation.Violations;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Returns dead letters to NEW, each with its full number of attempts. */
public final class Redrive {
  private static final Logger log = LoggerFactory.getLogger(Redrive.class);

  /** Maximum number of ids in a request, which is the size of a page. */
  static final int TASK_IDS_MAX = Limits.PAGE_SIZE_MAX;

  private final TaskContents contents;
  private final TaskChange change;
  private final TaskOrigins origins;
  private final BatchCalls batchCalls;
  private final ErrorMapping errors;
  private final LeaseTimes cluster;

  @Inject
  Redrive(
      TaskContents contents,
      TaskChange change,
      TaskOrigins origins,
      BatchCalls batchCalls,
      ErrorMapping errors,
      LeaseTimes cluster) {
    this.contents = contents;
    this.change = change;
    this.origins = origins;
    this.batchCalls = batchCalls;
    this.errors = errors;
    this.cluster = cluster;
  }

  /**
   * Redrives the tasks that a request names.
   *
   * @throws io.grpc.StatusRuntimeException if the request is invalid
   */
  public RedriveTasksResponse byIds(
      RedriveTasksRequest request, LambdaDefinition lambda, Instant now) {
    var ids = ids(request, now);
    var decision = decision(lambda, now);
    List<Optional<Status>> refusals =
        batchCalls.each(
            ids, CallEnd.current(), taskId -> named(taskId, decision, request.getDryRun()));
    var response = RedriveTasksResponse.newBuilder().setExamined(ids.size());
    for (int i = 0; i < ids.size(); i++) {
      var taskId = ids.get(i).value();
      refusals
          .get(i)
          .ifPresentOrElse(
              refusal ->
                  response.addRefused(
                      RedriveTasksResponse.Refusal.newBuilder()
                          .setTaskId(taskId)
                          .setError(refusal)),
              () -> response.setRedriven(response.getRedriven() + 1));
    }
    log.info(
        "lambda={} redriven={} examined={} refused={} dryRun={}",
        lambda.name(),
        response.getRedriven(),
        response.getExamined(),
        response.getRefusedCount(),
        request.getDryRun());
    return response.build();
  }

  private static List<TaskId> ids(RedriveTasksRequest request, Instant now) {
    var violations = new Violations();
    var unused = TaskCriteria.ofRedrive(request, now, violations);
    var ids = request.getTaskIdsList();
    var parsed = new LinkedHashSet<TaskId>();
    if (ids.size() > TASK_IDS_MAX) {
      violations.add("taskIds", ids.size() + " ids", "at most " + TASK_IDS_MAX);
    } else {
      ids.forEach(id -> violations.read(() -> new TaskId(id)).ifPresent(parsed::add));
    }
    boolean selects =
        request.hasFilter()
            || request.hasFinishedAfter()
            || request.hasFinishedBefore()
            || !request.getFailureCode().isEmpty()
            || !request.getCollection().isEmpty()
            || !request.getPageToken().isEmpty();
    if (selects) {
      violations.add(
          "taskIds", "given together with a filter or a page token", "ids or a filter, not both");
    }
    int unusedSize =
        violations.parse(() -> TaskListing.pageSize(request.getPageSize()), TASK_IDS_MAX);
    violations.refuse();
    return List.copyOf(parsed);
  }

  private Optional<Status> named(TaskId taskId, RedriveDecision decision, boolean dryRun) {
    try {
      var seen =
          change
              .find(taskId)
              .filter(found -> found.header().lambda().equals(decision.lambda().name()))
              .orElseThrow(() -> RpcErrors.taskNotFound(taskId.value()));
      if (dryRun) {
        check(seen, decision);
      } else {
        boolean ignored = redrive(seen, decision, found -> true);
      }
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(errors.statusOf(e));
    }
  }

  /** Returns the decision on the dead letters of a lambda. */
  public RedriveDecision decision(LambdaDefinition lambda, Instant now) {
    return new RedriveDecision(lambda, timeToRun(lambda, cluster), now);
  }

  /**
   * Redrives a task that was just read.
   *
   * @param meant decides whether the task should still be redriven after another write changed it
   * @return whether the task was redriven; false if it should no longer be redriven
   * @throws io.grpc.StatusRuntimeException if the task cannot be redriven
   */
  public boolean redrive(Association dead, RedriveDecision decision, Predicate<Association> meant) {
    var entity = entity(dead);
    return change.changes(
        dead, seen -> meant.test(seen) ? next(seen, decision, entity) : new Next.Leave());
  }

  /**
   * Checks whether a task can be redriven, and changes nothing.
   *
   * @throws io.grpc.StatusRuntimeException if the task cannot be redriven
   */
  public void check(Association dead, RedriveDecision decision) {
    if (next(dead, decision, entity(dead)) instanceof Next.Refuse refuse) {
      throw RpcErrors.of(refuse.reason(), refuse.message());
    }
  }

  private Next next(Association seen, RedriveDecision decision, Optional<TaskEntity> entity) {
    return origins
        .refuseRedrive(seen, decision.lambda())
        .map(Next::of)
        .orElseGet(() -> decision.next(seen, entity));
  }

  /**
   * Reads the entity of a dead task. Payloads can be large, so they are read one by one and only
   * for dead tasks.
   */
  private Optional<TaskEntity> entity(Association dead) {
    return dead.status() == TaskStatus.FATAL_FAILURE ? contents.of(dead) : Optional.empty();
  }

  /** Returns the minimum time until the new deadline of a redriven task. */
  public static Duration timeToRun(LambdaDefinition lambda, LeaseTimes cluster) {
    return cluster.stored(lambda.lease(cluster));
  }
}
