package dev.atf.frontend.task;

import dev.atf.model.IdempotencyKey;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.ListTasksResponse;
import dev.atf.protocol.v1.TaskFilter;
import dev.atf.store.TaskAssociations;
import dev.atf.validation.Violations;
import jakarta.inject.Inject;
import java.util.Optional;

/** Lists the tasks of one lambda that match criteria, or the task of an idempotency key. */
public final class TaskListing {
  private static final int PAGE_SIZE_DEFAULT = 100;

  private final TaskSelection selection;
  private final TaskAssociations associations;
  private final WaitingList waiting;
  private final TaskView view;

  @Inject
  TaskListing(
      TaskSelection selection, TaskAssociations associations, WaitingList waiting, TaskView view) {
    this.selection = selection;
    this.associations = associations;
    this.waiting = waiting;
    this.view = view;
  }

  public ListTasksResponse list(ListTasksRequest request, LambdaDefinition lambda) {
    var violations = new Violations();
    var criteria = TaskCriteria.of(filter(request), TaskState.PENDING, violations);
    int pageSize = violations.parse(() -> pageSize(request.getPageSize()), PAGE_SIZE_DEFAULT);
    var key =
        request.getIdempotencyKey().isEmpty()
            ? Optional.<IdempotencyKey>empty()
            : violations.read(() -> new IdempotencyKey(request.getIdempotencyKey()));
    violations.refuse();
    var response = ListTasksResponse.newBuilder();
    if (key.isPresent()) {
      response.setExamined(1);
      associations
          .find(TaskId.ofKey(lambda.name(), key.get()))
          .filter(criteria::matches)
          .ifPresent(task -> response.addTasks(view.brief(task)));
      return response.build();
    }
    var page = selection.page(criteria, lambda, request.getPageToken(), pageSize);
    page.tasks().forEach(task -> response.addTasks(view.brief(task)));
    return response
        .setExamined(page.examined())
        .setNextPageToken(page.nextToken())
        .setNotice(notice(request, criteria.state(), lambda))
        .build();
  }

  private static TaskFilter filter(ListTasksRequest request) {
    var state =
        request.getState().isEmpty() && !request.getIdempotencyKey().isEmpty()
            ? "any"
            : request.getState();
    var filter =
        TaskFilter.newBuilder()
            .setState(state)
            .setPriority(request.getPriority())
            .addAllLabel(request.getLabelList())
            .setCollection(request.getCollection())
            .setCode(request.getCode());
    if (request.hasAfter()) {
      filter.setAfter(request.getAfter());
    }
    if (request.hasBefore()) {
      filter.setBefore(request.getBefore());
    }
    return filter.build();
  }

  public static int pageSize(int asked) {
    if (asked < 0) {
      throw new InvalidFieldException("pageSize", asked, "0 to " + Limits.PAGE_SIZE_MAX);
    }
    return asked == 0 ? PAGE_SIZE_DEFAULT : Math.min(asked, Limits.PAGE_SIZE_MAX);
  }

  /** Returns a notice for readers to whom tasks would otherwise seem lost. */
  private String notice(ListTasksRequest request, TaskState state, LambdaDefinition lambda) {
    return switch (state) {
      case PENDING, ANY ->
          request.getPageToken().isEmpty() && request.getLabelCount() == 0 && waiting.any(lambda)
              ? "others wait for the turn of their ordering key: they are in state=waiting"
              : "";
      case DONE -> history(lambda);
      case RUNNING, BLOCKED, WAITING, DEAD -> "";
    };
  }

  private static String history(LambdaDefinition lambda) {
    return switch (lambda.history()) {
      case NONE ->
          "lambda %s lists no finished tasks but dropped ones (history NONE); failed ones are in state=dead"
              .formatted(lambda.name());
      case FAILURES ->
          "lambda %s lists no successes (history FAILURES); failed tasks are in state=dead"
              .formatted(lambda.name());
      case ALL -> "";
    };
  }
}
