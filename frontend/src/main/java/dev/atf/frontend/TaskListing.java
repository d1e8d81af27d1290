package dev.atf.frontend;

import dev.atf.model.Alarm;
import dev.atf.model.Association;
import dev.atf.model.InvalidFieldException;
import dev.atf.model.LambdaDefinition;
import dev.atf.model.Limits;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.ListTasksRequest;
import dev.atf.protocol.v1.ListTasksResponse;
import dev.atf.store.GateRegistry;
import dev.atf.store.PageMark;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import dev.atf.validation.Violations;
import io.grpc.protobuf.StatusProto;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lists the tasks of one lambda, one list of the index after the other: highest priority first,
 * then by time. The index may be seconds behind, and a task that moves while pages are read may
 * appear twice or not at all.
 */
final class TaskListing {
  private static final int PAGE_SIZE_DEFAULT = 100;

  /** Chosen: lists that are read for one page. A page may be short, and have a next one. */
  private static final int READS_MAX = 64;

  /** After every trigger there can be. */
  private static final Instant ALWAYS = Instant.parse("9999-12-31T23:59:59.999Z");

  private enum State {
    PENDING,
    WAITING,
    DEAD,
    DONE;

    static State of(String text) {
      return switch (text) {
        case "", "pending" -> PENDING;
        case "waiting" -> WAITING;
        case "dead" -> DEAD;
        case "done" -> DONE;
        default -> throw new InvalidFieldException("state", text, "pending, waiting, dead or done");
      };
    }
  }

  private final TriggerIndex index;
  private final TaskAssociations associations;
  private final GateRegistry gates;
  private final WaitingTasks waiting;
  private final PendingTasks pending;

  @Inject
  TaskListing(
      TriggerIndex index,
      TaskAssociations associations,
      GateRegistry gates,
      WaitingTasks waiting,
      PendingTasks pending) {
    this.index = index;
    this.associations = associations;
    this.gates = gates;
    this.waiting = waiting;
    this.pending = pending;
  }

  ListTasksResponse list(ListTasksRequest request, LambdaDefinition lambda) {
    var violations = new Violations();
    var state = violations.parse(() -> State.of(request.getState()), State.PENDING);
    int pageSize = violations.parse(() -> pageSize(request.getPageSize()), PAGE_SIZE_DEFAULT);
    if (state != State.PENDING && !request.getPriority().isEmpty()) {
      violations.add(
          "priority",
          request.getPriority(),
          "none: only pending tasks have lists of their own for each");
    }
    violations.refuse();
    if (state == State.WAITING) {
      return waiting.list(request, lambda, pageSize);
    }
    var partitions = partitions(lambda, state, request.getPriority());
    var page = read(partitions, pageSize, start(request, state, partitions));
    var response = ListTasksResponse.newBuilder().setNotice(notice(request, lambda, state));
    tasks(page, state).forEach(task -> response.addTasks(TaskView.brief(task)));
    page.next.ifPresent(
        token ->
            response.setNextPageToken(
                token.encode(request.getLambda(), state.name(), request.getPriority())));
    return response.build();
  }

  private record Page(LinkedHashSet<TaskId> taskIds, Optional<PageToken> next) {}

  private Page read(List<TriggerPartition> partitions, int pageSize, PageToken start) {
    var taskIds = new LinkedHashSet<TaskId>();
    int at = indexOf(partitions, start.partition());
    Optional<PageMark> after = start.after();
    for (int reads = 0; reads < READS_MAX && taskIds.size() < pageSize; reads++) {
      var page = index.read(partitions.get(at), ALWAYS, pageSize - taskIds.size(), after);
      page.entries().stream().map(TriggerEntry::taskId).forEach(taskIds::add);
      after = page.next();
      if (after.isEmpty() && ++at == partitions.size()) {
        return new Page(taskIds, Optional.empty());
      }
    }
    return new Page(taskIds, Optional.of(new PageToken(partitions.get(at).key(), after)));
  }

  private Stream<Association> tasks(Page page, State state) {
    var found = associations.findAll(page.taskIds);
    return page.taskIds.stream()
        .flatMap(taskId -> Optional.ofNullable(found.get(taskId)).stream())
        .filter(task -> task.status().finished() == (state != State.PENDING));
  }

  private static PageToken start(
      ListTasksRequest request, State state, List<TriggerPartition> partitions) {
    if (request.getPageToken().isEmpty()) {
      return new PageToken(partitions.get(0).key(), Optional.empty());
    }
    return PageToken.decode(
        request.getPageToken(), request.getLambda(), state.name(), request.getPriority());
  }

  private static int indexOf(List<TriggerPartition> partitions, String key) {
    for (int i = 0; i < partitions.size(); i++) {
      if (partitions.get(i).key().equals(key)) {
        return i;
      }
    }
    throw PageToken.invalid();
  }

  static int pageSize(int asked) {
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
        yield List.of(TriggerPartition.finished(lambda.name(), alarm));
      }
      case PENDING -> {
        var live =
            lambda.livePartitions(gates.read().collections(lambda.name())).stream()
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
          throw StatusProto.toStatusRuntimeException(violations.status());
        }
        yield live;
      }
    };
  }

  /** What a reader of `done` would otherwise take for a loss. */
  private String notice(ListTasksRequest request, LambdaDefinition lambda, State state) {
    if (state == State.PENDING
        && request.getPageToken().isEmpty()
        && pending.anyWaitsForItsTurn(lambda)) {
      return "others wait for the turn of their ordering key: they are in state=waiting";
    }
    if (state != State.DONE) {
      return "";
    }
    return switch (lambda.history()) {
      case NONE ->
          "lambda %s lists no finished tasks (history NONE); failed ones are in state=dead"
              .formatted(lambda.name());
      case FAILURES ->
          "lambda %s lists no successes (history FAILURES); failed tasks are in state=dead"
              .formatted(lambda.name());
      case ALL -> "";
    };
  }
}
