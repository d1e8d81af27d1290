package dev.atf.frontend.task;

import dev.atf.frontend.rpc.IndexPages;
import dev.atf.frontend.rpc.PageToken;
import dev.atf.frontend.schedule.ScheduleValidation;
import dev.atf.model.Alarm;
import dev.atf.model.Association;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.TriggerPartition;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.Limits;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.ListTasksResponse;
import dev.atf.store.GateRegistry;
import dev.atf.store.TaskAssociations;
import dev.atf.validation.Violations;
import jakarta.inject.Inject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lists the tasks of one lambda, one list of the index after the other: highest priority first,
 * then by shard, then by time. The index may be seconds behind, and a task that moves while pages
 * are read may appear twice or not at all.
 */
public final class TaskListing {
  private static final int PAGE_SIZE_DEFAULT = 100;

  /** Chosen: index pages that are searched for running tasks in one call. */
  private static final int RUNNING_READS_MAX = 10;

  private enum State {
    PENDING,
    RUNNING,
    WAITING,
    DEAD,
    DONE;

    static State of(String text) {
      return switch (text) {
        case "", "pending" -> PENDING;
        case "running" -> RUNNING;
        case "waiting" -> WAITING;
        case "dead" -> DEAD;
        case "done" -> DONE;
        default ->
            throw new InvalidFieldException(
                "state", text, "pending, running, waiting, dead or done");
      };
    }

    boolean byPriority() {
      return this == PENDING || this == RUNNING;
    }

    boolean holds(TaskStatus status) {
      return switch (this) {
        case PENDING -> !status.finished();
        case RUNNING -> status.running();
        case WAITING -> status == TaskStatus.NEW;
        case DEAD, DONE -> status.finished();
      };
    }
  }

  private final IndexPages index;
  private final TaskAssociations associations;
  private final GateRegistry gates;
  private final WaitingList waiting;
  private final TaskView view;

  @Inject
  TaskListing(
      IndexPages index,
      TaskAssociations associations,
      GateRegistry gates,
      WaitingList waiting,
      TaskView view) {
    this.index = index;
    this.associations = associations;
    this.gates = gates;
    this.waiting = waiting;
    this.view = view;
  }

  public ListTasksResponse list(ListTasksRequest request, LambdaDefinition lambda) {
    var violations = new Violations();
    var state = violations.parse(() -> State.of(request.getState()), State.PENDING);
    int pageSize = violations.parse(() -> pageSize(request.getPageSize()), PAGE_SIZE_DEFAULT);
    if (!state.byPriority() && !request.getPriority().isEmpty()) {
      violations.add(
          "priority",
          request.getPriority(),
          "none: only pending and running tasks have lists of their own for each");
    }
    violations.refuse();
    if (state == State.WAITING) {
      var page = waiting.list(request, lambda, pageSize);
      var response = ListTasksResponse.newBuilder().setNextPageToken(page.nextToken());
      page.tasks().forEach(task -> response.addTasks(view.brief(task)));
      return response.build();
    }
    var partitions = partitions(lambda, state, request.getPriority());
    var response = ListTasksResponse.newBuilder().setNotice(notice(request, lambda, state));
    var next = Optional.of(start(request, state, partitions));
    int readsMax = state == State.RUNNING ? RUNNING_READS_MAX : 1;
    for (int reads = 0;
        next.isPresent() && reads < readsMax && response.getTasksCount() < pageSize;
        reads++) {
      int missing = pageSize - response.getTasksCount();
      var page = index.read(partitions, next.get(), Optional.empty(), IndexPages.ALWAYS, missing);
      tasks(page, state).forEach(task -> response.addTasks(view.brief(task)));
      next = page.next();
    }
    next.ifPresent(
        token ->
            response.setNextPageToken(
                token.encode(request.getLambda(), state.name(), request.getPriority())));
    return response.build();
  }

  private Stream<Association> tasks(IndexPages.Page page, State state) {
    var taskIds = new LinkedHashSet<TaskId>();
    page.entries().forEach(entry -> taskIds.add(entry.taskId()));
    var found = associations.findAll(taskIds);
    return taskIds.stream()
        .flatMap(taskId -> Optional.ofNullable(found.get(taskId)).stream())
        .filter(task -> state.holds(task.status()));
  }

  private static PageToken start(
      ListTasksRequest request, State state, List<TriggerPartition> partitions) {
    if (request.getPageToken().isEmpty()) {
      return IndexPages.first(partitions);
    }
    return PageToken.decode(
        request.getPageToken(), request.getLambda(), state.name(), request.getPriority());
  }

  public static int pageSize(int asked) {
    if (asked < 0) {
      throw new InvalidFieldException("pageSize", asked, "0 to " + Limits.PAGE_SIZE_MAX);
    }
    return asked == 0 ? PAGE_SIZE_DEFAULT : Math.min(asked, Limits.PAGE_SIZE_MAX);
  }

  private List<TriggerPartition> partitions(LambdaDefinition lambda, State state, String priority) {
    return switch (state) {
      case WAITING -> throw new IllegalArgumentException("they stand in no list of the index");
      case DEAD, DONE -> {
        var alarm = state == State.DEAD ? Alarm.DEAD : Alarm.DONE;
        yield lambda.finishedPartitions(alarm);
      }
      case PENDING, RUNNING -> {
        // A claim leaves the task in the list of checks.
        var live =
            lambda.livePartitions(gates.read().collections(lambda.name())).stream()
                .filter(partition -> state == State.PENDING || partition.alarm() == Alarm.CHECK)
                .filter(
                    partition ->
                        priority.isEmpty() || String.valueOf(partition.priority()).equals(priority))
                .toList();
        if (live.isEmpty()) {
          var violations = new Violations();
          violations.add(
              ErrorReason.PRIORITY_UNKNOWN,
              "priority",
              priority,
              "one of " + ScheduleValidation.names(lambda));
          violations.refuse();
        }
        yield live;
      }
    };
  }

  /** Returns a notice for readers of {@code done}, who would otherwise see a loss. */
  private String notice(ListTasksRequest request, LambdaDefinition lambda, State state) {
    if (state == State.PENDING && request.getPageToken().isEmpty() && waiting.any(lambda)) {
      return "others wait for the turn of their ordering key: they are in state=waiting";
    }
    if (state != State.DONE) {
      return "";
    }
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
