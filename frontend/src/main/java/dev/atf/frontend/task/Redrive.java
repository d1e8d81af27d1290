package dev.atf.frontend.task;

import com.google.rpc.Status;
import dev.atf.frontend.rpc.BatchCalls;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.frontend.rpc.IndexPages;
import dev.atf.model.Association;
import dev.atf.model.TaskEntity;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.lambda.Limits;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.RedriveTasksResponse;
import dev.atf.runtime.rpc.CallEnd;
import dev.atf.store.TaskContents;
import dev.atf.store.TriggerEntry;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes dead letters back to NEW: the named ones, or one page of those that a filter selects.
 *
 * <p>Redriven tasks leave the list of dead letters, so that a redrive that stops anywhere and
 * begins again does the rest.
 */
public final class Redrive {
  private static final Logger log = LoggerFactory.getLogger(Redrive.class);

  /** Chosen: as many as in a page. */
  static final int TASK_IDS_MAX = Limits.PAGE_SIZE_MAX;

  private final TaskContents contents;
  private final IndexPages index;
  private final TaskChange change;
  private final TaskOrigins origins;
  private final BatchCalls batchCalls;
  private final ErrorMapping errors;
  private final LeaseTimes cluster;
  private final InstantSource clock;

  @Inject
  Redrive(
      TaskContents contents,
      IndexPages index,
      TaskChange change,
      TaskOrigins origins,
      BatchCalls batchCalls,
      ErrorMapping errors,
      LeaseTimes cluster,
      InstantSource clock) {
    this.contents = contents;
    this.index = index;
    this.change = change;
    this.origins = origins;
    this.batchCalls = batchCalls;
    this.errors = errors;
    this.cluster = cluster;
    this.clock = clock;
  }

  /** Result of one dead letter. */
  private sealed interface Result {
    record Redriven() implements Result {}

    /** The task is no longer a dead letter, or not one that was meant. */
    record Skipped() implements Result {}

    record Refused(Status status) implements Result {}
  }

  /**
   * @throws StatusRuntimeException if the request is wrong; or if the store failed in the middle of
   *     a page, which is then to be asked for again
   */
  public RedriveTasksResponse redrive(RedriveTasksRequest request, LambdaDefinition lambda) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var decision = new RedriveDecision(lambda, timeToRun(lambda, cluster), now);
    var violations = new Violations();
    var filter = RedriveFilter.of(request, violations);
    var ids = ids(request, filter, violations);
    int pageSize =
        violations.parse(() -> TaskListing.pageSize(request.getPageSize()), TASK_IDS_MAX);
    violations.refuse();
    var response = ids.isEmpty() ? page(request, filter, pageSize, decision) : byIds(ids, decision);
    log.info(
        "lambda={} redriven={} examined={} refused={}",
        lambda.name(),
        response.getRedriven(),
        response.getExamined(),
        response.getRefusedCount());
    return response;
  }

  private static List<TaskId> ids(
      RedriveTasksRequest request, RedriveFilter filter, Violations violations) {
    var ids = request.getTaskIdsList();
    if (ids.size() > TASK_IDS_MAX) {
      violations.add("taskIds", ids.size() + " ids", "at most " + TASK_IDS_MAX);
      return List.of();
    }
    if (!ids.isEmpty() && (!filter.isEmpty() || !request.getPageToken().isEmpty())) {
      violations.add(
          "taskIds", "given beside a filter or a page token", "ids or a filter, not both");
    }
    var parsed = new LinkedHashSet<TaskId>();
    ids.forEach(id -> violations.read(() -> new TaskId(id)).ifPresent(parsed::add));
    return List.copyOf(parsed);
  }

  private RedriveTasksResponse byIds(List<TaskId> ids, RedriveDecision decision) {
    var end = CallEnd.current();
    var results = batchCalls.each(ids, end, taskId -> named(taskId, decision, end));
    var response = RedriveTasksResponse.newBuilder().setExamined(ids.size());
    for (int i = 0; i < ids.size(); i++) {
      if (results.get(i) instanceof Result.Refused refused) {
        response.addRefused(
            RedriveTasksResponse.Refusal.newBuilder()
                .setTaskId(ids.get(i).value())
                .setError(refused.status()));
      }
    }
    return response.setRedriven(redriven(results)).build();
  }

  private Result named(TaskId taskId, RedriveDecision decision, CallEnd end) {
    try {
      var seen =
          change
              .find(taskId)
              .filter(found -> found.header().lambda().equals(decision.lambda().name()))
              .orElseThrow(() -> TaskReading.notFound(taskId));
      redrive(seen, decision, end);
      return new Result.Redriven();
    } catch (RuntimeException e) {
      return new Result.Refused(errors.statusOf(e));
    }
  }

  private RedriveTasksResponse page(
      RedriveTasksRequest request, RedriveFilter filter, int pageSize, RedriveDecision decision) {
    var lists = filter.lists(decision.lambda());
    var token = RedriveToken.start(request, filter, IndexPages.first(lists), decision.now());
    var until = filter.until(token.begunAt());
    var page = index.read(lists, token.page(), filter.start(), until, pageSize);
    var ids =
        page.entries().stream()
            .filter(entry -> filter.endedInTime(entry.triggerAt()))
            .map(TriggerEntry::taskId)
            .toList();
    var end = CallEnd.current();
    var results = batchCalls.each(ids, end, taskId -> listed(taskId, filter, decision, end));
    for (var result : results) {
      if (result instanceof Result.Refused refused) {
        throw StatusProto.toStatusRuntimeException(refused.status());
      }
    }
    var response =
        RedriveTasksResponse.newBuilder().setExamined(ids.size()).setRedriven(redriven(results));
    page.next()
        .map(next -> new RedriveToken(token.begunAt(), next))
        .ifPresent(next -> response.setNextPageToken(next.encode(request.getLambda(), filter)));
    return response.build();
  }

  /**
   * Redrives one listed task; refused only if the store failed: one that cannot be redriven stays
   * where it is.
   */
  private Result listed(
      TaskId taskId, RedriveFilter filter, RedriveDecision decision, CallEnd end) {
    try {
      var seen = change.find(taskId);
      if (seen.isEmpty()
          || !seen.get().header().lambda().equals(decision.lambda().name())
          || seen.get().status() != TaskStatus.FATAL_FAILURE
          || !filter.matches(seen.get())) {
        return new Result.Skipped();
      }
      redrive(seen.get(), decision, end);
      return new Result.Redriven();
    } catch (StatusRuntimeException e) {
      return RpcErrors.reasonOf(e).filter(Redrive::isOfTheTask).isPresent()
          ? new Result.Skipped()
          : new Result.Refused(errors.statusOf(e));
    } catch (RuntimeException e) {
      return new Result.Refused(errors.statusOf(e));
    }
  }

  private static boolean isOfTheTask(ErrorReason reason) {
    return reason == ErrorReason.TASK_NOT_DEAD
        || reason == ErrorReason.TASK_TOO_OLD
        || reason == ErrorReason.TASK_ORDERED
        || reason == ErrorReason.TASK_OF_JOB
        || reason == ErrorReason.TASK_NOT_FOUND
        || reason == ErrorReason.PRIORITY_UNKNOWN;
  }

  private void redrive(Association dead, RedriveDecision decision, CallEnd end) {
    // Payloads can be large: read one by one, and only of tasks that are dead.
    var entity =
        dead.status() == TaskStatus.FATAL_FAILURE
            ? contents.of(dead)
            : Optional.<TaskEntity>empty();
    change.make(
        dead,
        seen -> {
          if (end.isOver()) {
            throw RpcErrors.of(ErrorReason.TIMED_OUT, "the call is over; redrive the rest again");
          }
          return origins
              .refuseRedrive(seen)
              .<TaskChange.Next>map(refusal -> refusal)
              .orElseGet(() -> decision.next(seen, entity));
        });
  }

  /** Returns the time that a redriven task must have left until its new deadline. */
  public static Duration timeToRun(LambdaDefinition lambda, LeaseTimes cluster) {
    return cluster.stored(lambda.lease(cluster));
  }

  private static int redriven(List<Result> results) {
    return (int) results.stream().filter(Result.Redriven.class::isInstance).count();
  }
}
