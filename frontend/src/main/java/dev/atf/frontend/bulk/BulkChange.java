package dev.atf.frontend.bulk;

import com.google.rpc.Status;
import dev.atf.frontend.rpc.BatchCalls;
import dev.atf.frontend.rpc.ErrorMapping;
import dev.atf.frontend.task.TaskCriteria;
import dev.atf.frontend.task.TaskSelection;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ChangeTasksResponse;
import dev.atf.protocol.v1.LeftAlone;
import dev.atf.runtime.rpc.CallEnd;
import dev.atf.store.StoreException;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes the tasks of one lambda that match criteria, one page for each call.
 *
 * <p>Each task is changed as by a call for that task, and only if it still matches at that time. A
 * task that was created after the start of the first page is not changed. Changes are safe to
 * repeat: a run that stops at any point can be restarted, and then handles the remaining tasks.
 */
final class BulkChange {
  private static final Logger log = LoggerFactory.getLogger(BulkChange.class);

  /** Maximum number of refusals in an answer. A few are enough to show the problem. */
  private static final int REFUSALS_MAX = 20;

  private final TaskSelection selection;
  private final BatchCalls batchCalls;
  private final ErrorMapping errors;

  @Inject
  BulkChange(TaskSelection selection, BatchCalls batchCalls, ErrorMapping errors) {
    this.selection = selection;
    this.batchCalls = batchCalls;
    this.errors = errors;
  }

  /**
   * Requested page.
   *
   * @param size number of tasks that are checked
   */
  public record Page(int size, String token, boolean dryRun) {}

  private sealed interface Result {
    record Changed() implements Result {}

    record Left() implements Result {}

    record Refused(Status status) implements Result {}

    /** Failure of the store, after which the outcome may be unknown. */
    record Failed(StoreException failure) implements Result {}
  }

  /**
   * Changes one page of tasks.
   *
   * @throws StatusRuntimeException if the request is invalid, or if the store failed in the middle
   *     of the page; the caller then requests the page again
   */
  public ChangeTasksResponse change(
      TaskCriteria criteria,
      LambdaDefinition lambda,
      Page page,
      TaskOperation operation,
      Instant now) {
    var token = BulkToken.of(page.token(), now);
    var selected = selection.page(criteria, lambda, token.page(), page.size());
    var old =
        selected.tasks().stream()
            .filter(task -> !task.header().createdAt().isAfter(token.begunAt()))
            .toList();
    var tasks =
        old.stream().filter(task -> task.status().finished() == operation.isOfEnded()).toList();
    var leftAlone = new LeftAloneTasks();
    old.stream()
        .filter(task -> task.status().finished() != operation.isOfEnded())
        .filter(task -> isAsAtBegin(task, token.begunAt()))
        .forEach(leftAlone::unsuitable);
    var end = CallEnd.current();
    var results = batchCalls.each(tasks, end, task -> change(task, operation, page.dryRun()));
    var response = response(tasks, results, leftAlone, page.dryRun());
    response
        .setExamined(selected.examined())
        .setNextPageToken(new BulkToken(token.begunAt(), selected.nextToken()).encode());
    log.info(
        "lambda={} changed={} examined={} refused={} dryRun={}",
        lambda.name(),
        response.getChanged(),
        response.getExamined(),
        response.getRefused(),
        page.dryRun());
    return response.build();
  }

  private Result change(Association task, TaskOperation operation, boolean dryRun) {
    try {
      boolean changed = dryRun ? operation.wouldApply(task) : operation.apply(task);
      return changed ? new Result.Changed() : new Result.Left();
    } catch (StoreException e) {
      return new Result.Failed(e);
    } catch (StatusRuntimeException | InvalidFieldException e) {
      return new Result.Refused(errors.statusOf(e));
    }
  }

  /**
   * Returns whether the task was created before the first page began, and has not ended since then.
   * Any other task may have been created or ended by this run itself, and then an earlier page has
   * counted it.
   */
  private static boolean isAsAtBegin(Association task, Instant begunAt) {
    var finishedAt = task.finishedAt();
    return task.header().createdAt().isBefore(begunAt)
        && (finishedAt == null || finishedAt.isBefore(begunAt));
  }

  private static ChangeTasksResponse.Builder response(
      List<Association> tasks, List<Result> results, LeftAloneTasks leftAlone, boolean dryRun) {
    var response = ChangeTasksResponse.newBuilder();
    for (int i = 0; i < tasks.size(); i++) {
      if (results.get(i) instanceof Result.Failed failed) {
        throw failed.failure();
      }
      if (results.get(i) instanceof Result.Changed) {
        response.setChanged(response.getChanged() + 1);
      } else if (results.get(i) instanceof Result.Left && dryRun) {
        // Only a dry run counts these: otherwise, a later page may contain tasks that this run has
        // changed.
        leftAlone.asAsked(tasks.get(i).taskId());
      } else if (results.get(i) instanceof Result.Refused refused) {
        leftAlone.refused(tasks.get(i).taskId(), refused.status());
        response.setRefused(response.getRefused() + 1);
        if (response.getRefusalsCount() < REFUSALS_MAX) {
          response.addRefusals(
              ChangeTasksResponse.Refusal.newBuilder()
                  .setTaskId(tasks.get(i).taskId().value())
                  .setError(refused.status()));
        }
      }
    }
    return response.addAllLeftAlone(leftAlone.all());
  }

  /** Counts the tasks that a bulk change left unchanged, by reason. */
  private static final class LeftAloneTasks {
    /** Maximum number of reasons in an answer. All further reasons are counted together. */
    static final int REASONS_MAX = 20;

    private static final String OTHERS = "";

    private final Map<String, LeftAlone.Builder> byMessage = new LinkedHashMap<>();

    /** Adds a task that already has the requested state. */
    void asAsked(TaskId taskId) {
      add(taskId, "", "it already is as requested");
    }

    /**
     * Adds a task to which the change does not apply, because the task has ended, or has not ended.
     */
    void unsuitable(Association task) {
      if (task.status().finished()) {
        add(
            task.taskId(),
            ErrorReason.TASK_FINISHED.name(),
            "it has ended, and this change applies only to tasks that have not: filter with --state"
                + " pending or running");
      } else {
        add(
            task.taskId(),
            ErrorReason.TASK_RUNNING.name(),
            "it has not ended, and this change applies only to ended tasks: filter with --state"
                + " dead or done");
      }
    }

    void refused(TaskId taskId, Status refusal) {
      var reason =
          RpcErrors.reasonOf(StatusProto.toStatusRuntimeException(refusal))
              .map(ErrorReason::name)
              .orElse("");
      add(taskId, reason, refusal.getMessage().replace("task " + taskId, "it"));
    }

    private void add(TaskId taskId, String reason, String message) {
      boolean fits = byMessage.containsKey(message) || byMessage.size() < REASONS_MAX;
      var alone =
          byMessage.computeIfAbsent(
              fits ? message : OTHERS,
              key ->
                  LeftAlone.newBuilder()
                      .setReason(reason)
                      .setMessage(fits ? message : "for other reasons, such as: " + message)
                      .setTaskId(taskId.value()));
      alone.setCount(alone.getCount() + 1);
    }

    List<LeftAlone> all() {
      return byMessage.values().stream().map(LeftAlone.Builder::build).toList();
    }
  }
}
