package dev.atf.frontend.task;

import com.google.protobuf.Timestamp;
import dev.atf.frontend.rpc.IndexPages;
import dev.atf.model.CollectionName;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.TaskFilter;
import dev.atf.validation.CheckedTimes;
import dev.atf.validation.Violations;
import dev.atf.validation.WellFormed;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Selection of tasks of one lambda.
 *
 * @param priority priority; empty for any
 * @param labels labels that a task must all have
 * @param code code of the task's failure; empty for tasks with any failure or none
 * @param after inclusive start of the range of scheduled times
 * @param before exclusive end of the range of scheduled times
 * @param finishedAfter inclusive start of the range of end times; only for a state of finished
 *     tasks
 * @param finishedBefore exclusive end of the range of end times
 */
public record TaskCriteria(
    TaskState state,
    String priority,
    List<Label> labels,
    Optional<CollectionName> collection,
    String code,
    Optional<Instant> after,
    Optional<Instant> before,
    Optional<Instant> finishedAfter,
    Optional<Instant> finishedBefore) {
  static final TaskCriteria RUNNING =
      new TaskCriteria(
          TaskState.RUNNING,
          "",
          List.of(),
          Optional.empty(),
          "",
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  public TaskCriteria {
    labels = List.copyOf(labels);
  }

  /** Label of a task. */
  record Label(String key, String value) {
    static Label of(String text) {
      int at = text.indexOf('=');
      if (at < 1) {
        throw new InvalidFieldException("label", text, "key=value");
      }
      return new Label(text.substring(0, at), text.substring(at + 1));
    }

    boolean isOf(TaskEntity task) {
      return value.equals(task.labels().get(key));
    }
  }

  /**
   * Reads a filter. If {@code violations} were added, the result is meaningless.
   *
   * @param usual state for a filter that has neither a state nor a label; with a label, the state
   *     is any
   */
  public static TaskCriteria of(TaskFilter filter, TaskState usual, Violations violations) {
    var otherwise = filter.getLabelCount() > 0 ? TaskState.ANY : usual;
    return new TaskCriteria(
        violations.parse(() -> TaskState.of(filter.getState(), otherwise), otherwise),
        filter.getPriority(),
        filter.getLabelList().stream()
            .flatMap(text -> violations.read(() -> Label.of(text)).stream())
            .toList(),
        filter.getCollection().isEmpty()
            ? Optional.empty()
            : violations.read(() -> new CollectionName(filter.getCollection())),
        violations.parse(() -> WellFormed.require("code", filter.getCode()), ""),
        filter.hasAfter() ? time("after", filter.getAfter(), violations) : Optional.empty(),
        filter.hasBefore() ? time("before", filter.getBefore(), violations) : Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Reads the selection of a redrive. If {@code violations} were added, the result is meaningless.
   *
   * @param begunAt time of the first page, so that a task that fails again between two pages is not
   *     redriven a second time
   */
  public static TaskCriteria ofRedrive(
      RedriveTasksRequest request, Instant begunAt, Violations violations) {
    if (request.hasFilter()) {
      requireNone("failureCode", request.getFailureCode(), violations);
      requireNone("collection", request.getCollection(), violations);
    }
    var filter = request.getFilter();
    if (!filter.getState().isEmpty() && !filter.getState().equals("dead")) {
      violations.add("filter.state", filter.getState(), "dead, or none");
    }
    var code = request.hasFilter() ? filter.getCode() : request.getFailureCode();
    var dead =
        filter.toBuilder()
            .setState(code.equals(FrameworkFailure.DROPPED.name()) ? "done" : "dead")
            .setCode(code)
            .setCollection(request.hasFilter() ? filter.getCollection() : request.getCollection())
            .build();
    var begunBefore = begunAt.plusMillis(1);
    var before =
        request.hasFinishedBefore()
            ? time("finishedBefore", request.getFinishedBefore(), violations)
            : Optional.<Instant>empty();
    return of(dead, TaskState.DEAD, violations)
        .finished(
            request.hasFinishedAfter()
                ? time("finishedAfter", request.getFinishedAfter(), violations)
                : Optional.empty(),
            before.filter(begunBefore::isAfter).orElse(begunBefore));
  }

  private static void requireNone(String field, String given, Violations violations) {
    if (!given.isEmpty()) {
      violations.add(field, given, "none together with filter, which has this field");
    }
  }

  private TaskCriteria finished(Optional<Instant> from, Instant until) {
    return new TaskCriteria(
        state, priority, labels, collection, code, after, before, from, Optional.of(until));
  }

  /** Returns the first time to read in lists of finished tasks, which are ordered by time. */
  Instant since() {
    return finishedAfter.orElse(Instant.EPOCH);
  }

  /** Returns the last time to read in lists of finished tasks. */
  Instant until() {
    return finishedBefore.map(end -> end.minusMillis(1)).orElse(IndexPages.ALWAYS);
  }

  private static Optional<Instant> time(String field, Timestamp time, Violations violations) {
    return violations.read(() -> CheckedTimes.instant(field, time));
  }

  /** Returns whether a task matches, without regard to its labels. */
  public boolean matches(Association task) {
    var header = task.header();
    return state.holds(task)
        && (priority.isEmpty() || priority.equals(header.priority().value()))
        && (collection.isEmpty() || collection.get().equals(header.collection()))
        && (code.isEmpty() || code.equals(code(task)))
        && after.filter(header.scheduledAt()::isBefore).isEmpty()
        && before.filter(end -> !header.scheduledAt().isBefore(end)).isEmpty()
        && endedInTime(task.finishedAt());
  }

  private boolean endedInTime(@Nullable Instant at) {
    return finishedAfter.filter(from -> at == null || at.isBefore(from)).isEmpty()
        && finishedBefore.filter(end -> at == null || !at.isBefore(end)).isEmpty();
  }

  /** Returns the code of a task's failure; empty if it has none. */
  static String code(Association task) {
    var outcome = task.outcome();
    var failure = outcome == null ? null : outcome.failure();
    return failure == null ? "" : failure.code();
  }

  /** Returns a digest with characters that a page token can contain. */
  String digest() {
    return TaskId.ofText(toString()).value();
  }
}
