package dev.atf.frontend.task;

import com.google.protobuf.Timestamp;
import dev.atf.model.Alarm;
import dev.atf.model.Association;
import dev.atf.model.CollectionName;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.store.PageMark;
import dev.atf.validation.CheckedTimes;
import dev.atf.validation.Violations;
import dev.atf.validation.WellFormed;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Selection of dead letters.
 *
 * @param failureCode empty: any
 * @param finishedAfter inclusive
 * @param finishedBefore exclusive
 */
record RedriveFilter(
    String failureCode,
    Optional<CollectionName> collection,
    Optional<Instant> finishedAfter,
    Optional<Instant> finishedBefore) {
  /** Arbitrary id: a mark needs one. */
  private static final TaskId ANY_ID = new TaskId("0".repeat(32));

  /** Reads a filter; with additions to {@code violations}, it means nothing. */
  static RedriveFilter of(RedriveTasksRequest request, Violations violations) {
    var code = request.getFailureCode();
    return new RedriveFilter(
        violations.parse(() -> WellFormed.require("failureCode", code), code),
        request.getCollection().isEmpty()
            ? Optional.empty()
            : violations.read(() -> new CollectionName(request.getCollection())),
        request.hasFinishedAfter()
            ? time("finishedAfter", request.getFinishedAfter(), violations)
            : Optional.empty(),
        request.hasFinishedBefore()
            ? time("finishedBefore", request.getFinishedBefore(), violations)
            : Optional.empty());
  }

  private static Optional<Instant> time(String field, Timestamp time, Violations violations) {
    return violations.read(() -> CheckedTimes.instant(field, time));
  }

  boolean isEmpty() {
    return failureCode.isEmpty()
        && collection.isEmpty()
        && finishedAfter.isEmpty()
        && finishedBefore.isEmpty();
  }

  /**
   * Returns the lists of the selected tasks; a task that a gate dropped is selected only by its
   * code.
   */
  List<TriggerPartition> lists(LambdaDefinition lambda) {
    var lists = new ArrayList<>(lambda.finishedPartitions(Alarm.DEAD));
    if (failureCode.equals(FrameworkFailure.DROPPED.name())) {
      lists.addAll(lambda.finishedPartitions(Alarm.DONE));
    }
    return lists;
  }

  /** Returns whether a dead letter matches that the index gave for this filter's times. */
  boolean matches(Association task) {
    var outcome = task.outcome();
    var failure = outcome == null ? null : outcome.failure();
    boolean code = failureCode.isEmpty() || (failure != null && failure.code().equals(failureCode));
    return code && (collection.isEmpty() || collection.get().equals(task.header().collection()));
  }

  /** Returns whether it ended late enough; {@link #until} ensures that it ended early enough. */
  boolean endedInTime(Instant finishedAt) {
    return finishedAfter.isEmpty() || !finishedAt.isBefore(finishedAfter.get());
  }

  /**
   * Returns where to begin the list of dead letters, which is ordered by when they ended. Some that
   * ended in the millisecond before may come too: stores have their own order for equal times.
   */
  Optional<PageMark> start() {
    return finishedAfter.map(after -> new PageMark(after.minusMillis(1), ANY_ID));
  }

  /**
   * Returns the last moment to be read.
   *
   * @param begunAt time of the first page: a task that fails again while the pages are read is not
   *     redriven again and again
   */
  Instant until(Instant begunAt) {
    return finishedBefore
        .map(before -> before.minusMillis(1))
        .filter(begunAt::isAfter)
        .orElse(begunAt);
  }

  /** Returns a digest of this filter in letters that a page token can hold. */
  String digest() {
    return UUID.nameUUIDFromBytes(toString().getBytes(StandardCharsets.UTF_8)).toString();
  }
}
