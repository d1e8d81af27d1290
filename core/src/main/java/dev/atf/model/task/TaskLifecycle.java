package dev.atf.model.task;

import static dev.atf.model.TaskStatus.BLOCKED;
import static dev.atf.model.TaskStatus.CANCELLED;
import static dev.atf.model.TaskStatus.CLAIMED;
import static dev.atf.model.TaskStatus.ENQUEUED;
import static dev.atf.model.TaskStatus.FATAL_FAILURE;
import static dev.atf.model.TaskStatus.NEW;
import static dev.atf.model.TaskStatus.PROCESSING;
import static dev.atf.model.TaskStatus.RETRIABLE_FAILURE;
import static dev.atf.model.TaskStatus.SUCCESS;

import dev.atf.model.TaskStatus;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Table of every possible change of a task. It is the only definition of which status may follow
 * which: conditions of writes, {@code docs/lifecycle.md} and the tests are derived from it.
 */
public final class TaskLifecycle {
  /**
   * Row of the table.
   *
   * @param from previous status; null for the creation of a task
   */
  public record Row(@Nullable TaskStatus from, TaskEvent event, TaskStatus to, AlarmRule alarm) {}

  // spotless:off
  private static final List<Row> ROWS =
      List.of(
          new Row(null, TaskEvent.SCHEDULE, NEW, AlarmRule.AT_DUE),
          new Row(null, TaskEvent.SCHEDULE_EXPRESS, ENQUEUED, AlarmRule.ENQUEUE_TIMEOUT),
          new Row(null, TaskEvent.SCHEDULE_WAITING, NEW, AlarmRule.OF_ITS_KEY),
          new Row(null, TaskEvent.ABANDON, CANCELLED, AlarmRule.NONE),
          new Row(NEW, TaskEvent.TURN, NEW, AlarmRule.AT_DUE),
          new Row(NEW, TaskEvent.RELEASE, ENQUEUED, AlarmRule.ENQUEUE_TIMEOUT),
          new Row(RETRIABLE_FAILURE, TaskEvent.RELEASE, ENQUEUED, AlarmRule.ENQUEUE_TIMEOUT),
          new Row(ENQUEUED, TaskEvent.PUSH_AGAIN, ENQUEUED, AlarmRule.DOUBLED),
          new Row(ENQUEUED, TaskEvent.PUSH_FAILED, ENQUEUED, AlarmRule.SOON),
          new Row(NEW, TaskEvent.HOLD, NEW, AlarmRule.HELD),
          new Row(RETRIABLE_FAILURE, TaskEvent.HOLD, RETRIABLE_FAILURE, AlarmRule.HELD),
          new Row(ENQUEUED, TaskEvent.PARK, NEW, AlarmRule.DUE_OR_HELD),
          new Row(ENQUEUED, TaskEvent.CLAIM, CLAIMED, AlarmRule.KEPT),
          new Row(ENQUEUED, TaskEvent.CLAIM_AND_MOVE_ALARM, CLAIMED, AlarmRule.LEASE_UNTIL),
          new Row(CLAIMED, TaskEvent.HEARTBEAT, PROCESSING, AlarmRule.KEPT),
          new Row(PROCESSING, TaskEvent.HEARTBEAT, PROCESSING, AlarmRule.KEPT),
          new Row(CLAIMED, TaskEvent.LOOK_AGAIN, CLAIMED, AlarmRule.LEASE_UNTIL),
          new Row(PROCESSING, TaskEvent.LOOK_AGAIN, PROCESSING, AlarmRule.LEASE_UNTIL),
          // A short task may end before its first heartbeat, so outcomes are accepted in both
          // statuses.
          new Row(CLAIMED, TaskEvent.SUCCEED, SUCCESS, AlarmRule.NONE),
          new Row(PROCESSING, TaskEvent.SUCCEED, SUCCESS, AlarmRule.NONE),
          // The outcome is recorded, and its outbox is full. Any other end with notices has the
          // same alarm until they are created (ADR 0079).
          new Row(CLAIMED, TaskEvent.SUCCEED_WITH_CHILDREN, SUCCESS, AlarmRule.CHILDREN),
          new Row(PROCESSING, TaskEvent.SUCCEED_WITH_CHILDREN, SUCCESS, AlarmRule.CHILDREN),
          new Row(SUCCESS, TaskEvent.SETTLE, SUCCESS, AlarmRule.NONE),
          new Row(FATAL_FAILURE, TaskEvent.SETTLE, FATAL_FAILURE, AlarmRule.NONE),
          new Row(CANCELLED, TaskEvent.SETTLE, CANCELLED, AlarmRule.NONE),
          new Row(CLAIMED, TaskEvent.FAIL_RETRIABLY, RETRIABLE_FAILURE, AlarmRule.RETRY_AT),
          new Row(PROCESSING, TaskEvent.FAIL_RETRIABLY, RETRIABLE_FAILURE, AlarmRule.RETRY_AT),
          new Row(CLAIMED, TaskEvent.FAIL_FATALLY, FATAL_FAILURE, AlarmRule.NONE),
          new Row(PROCESSING, TaskEvent.FAIL_FATALLY, FATAL_FAILURE, AlarmRule.NONE),
          new Row(CLAIMED, TaskEvent.CONFIRM_CANCEL, CANCELLED, AlarmRule.NONE),
          new Row(PROCESSING, TaskEvent.CONFIRM_CANCEL, CANCELLED, AlarmRule.NONE),
          new Row(CLAIMED, TaskEvent.RETURN, NEW, AlarmRule.RETRY_AT),
          new Row(PROCESSING, TaskEvent.RETURN, NEW, AlarmRule.RETRY_AT),
          new Row(ENQUEUED, TaskEvent.BLOCK_UNCLAIMED, BLOCKED, AlarmRule.ENQUEUE_TIMEOUT),
          new Row(CLAIMED, TaskEvent.BLOCK, BLOCKED, AlarmRule.ENQUEUE_TIMEOUT),
          new Row(PROCESSING, TaskEvent.BLOCK, BLOCKED, AlarmRule.ENQUEUE_TIMEOUT),
          new Row(BLOCKED, TaskEvent.LOOK_AGAIN, BLOCKED, AlarmRule.DOUBLED),
          new Row(BLOCKED, TaskEvent.RELEASE, ENQUEUED, AlarmRule.ENQUEUE_TIMEOUT),
          new Row(BLOCKED, TaskEvent.UNBLOCK, NEW, AlarmRule.AT_DUE),
          new Row(CLAIMED, TaskEvent.EXPIRE, RETRIABLE_FAILURE, AlarmRule.RETRY_AT),
          new Row(PROCESSING, TaskEvent.EXPIRE, RETRIABLE_FAILURE, AlarmRule.RETRY_AT),
          new Row(CLAIMED, TaskEvent.EXPIRE_FATALLY, FATAL_FAILURE, AlarmRule.NONE),
          new Row(PROCESSING, TaskEvent.EXPIRE_FATALLY, FATAL_FAILURE, AlarmRule.NONE),
          new Row(CLAIMED, TaskEvent.EXPIRE_CANCELLED, CANCELLED, AlarmRule.NONE),
          new Row(PROCESSING, TaskEvent.EXPIRE_CANCELLED, CANCELLED, AlarmRule.NONE),
          // A running task is not given up. Its claim ends first, by an outcome or by expiry.
          new Row(NEW, TaskEvent.GIVE_UP, FATAL_FAILURE, AlarmRule.NONE),
          new Row(ENQUEUED, TaskEvent.GIVE_UP, FATAL_FAILURE, AlarmRule.NONE),
          new Row(RETRIABLE_FAILURE, TaskEvent.GIVE_UP, FATAL_FAILURE, AlarmRule.NONE),
          new Row(BLOCKED, TaskEvent.GIVE_UP, FATAL_FAILURE, AlarmRule.NONE),
          new Row(NEW, TaskEvent.CANCEL, CANCELLED, AlarmRule.NONE),
          new Row(ENQUEUED, TaskEvent.CANCEL, CANCELLED, AlarmRule.NONE),
          new Row(RETRIABLE_FAILURE, TaskEvent.CANCEL, CANCELLED, AlarmRule.NONE),
          new Row(BLOCKED, TaskEvent.CANCEL, CANCELLED, AlarmRule.NONE),
          new Row(CLAIMED, TaskEvent.REQUEST_CANCEL, CLAIMED, AlarmRule.KEPT),
          new Row(PROCESSING, TaskEvent.REQUEST_CANCEL, PROCESSING, AlarmRule.KEPT),
          new Row(CLAIMED, TaskEvent.REQUEST_KILL, CLAIMED, AlarmRule.KEPT),
          new Row(PROCESSING, TaskEvent.REQUEST_KILL, PROCESSING, AlarmRule.KEPT),
          new Row(NEW, TaskEvent.DROP, FATAL_FAILURE, AlarmRule.NONE),
          new Row(ENQUEUED, TaskEvent.DROP, FATAL_FAILURE, AlarmRule.NONE),
          new Row(RETRIABLE_FAILURE, TaskEvent.DROP, FATAL_FAILURE, AlarmRule.NONE),
          // This is also possible from ENQUEUED: the status refuses the reference that still waits
          // in the queue.
          new Row(NEW, TaskEvent.RESCHEDULE, NEW, AlarmRule.AT_DUE),
          new Row(ENQUEUED, TaskEvent.RESCHEDULE, NEW, AlarmRule.AT_DUE),
          new Row(RETRIABLE_FAILURE, TaskEvent.RESCHEDULE, NEW, AlarmRule.AT_DUE),
          new Row(BLOCKED, TaskEvent.RESCHEDULE, NEW, AlarmRule.AT_DUE),
          new Row(NEW, TaskEvent.RUN_NOW, NEW, AlarmRule.NOW),
          new Row(RETRIABLE_FAILURE, TaskEvent.RUN_NOW, RETRIABLE_FAILURE, AlarmRule.NOW),
          // The only way out of a final status (law 6). The epoch still grows.
          new Row(FATAL_FAILURE, TaskEvent.REDRIVE, NEW, AlarmRule.NOW));

  // spotless:on

  private static final Map<TaskEvent, Set<TaskStatus>> SOURCES =
      ofEachEvent(TaskLifecycle::findSources);
  private static final Map<TaskEvent, Optional<TaskStatus>> TARGETS =
      ofEachEvent(TaskLifecycle::findTarget);

  private TaskLifecycle() {}

  public static List<Row> rows() {
    return ROWS;
  }

  /** Returns the statuses in which {@code event} may happen; empty for the creation of a task. */
  public static Set<TaskStatus> sourcesOf(TaskEvent event) {
    return Objects.requireNonNull(SOURCES.get(event));
  }

  /** Returns the status after {@code event}; empty if the event does not change the status. */
  public static Optional<TaskStatus> targetOf(TaskEvent event) {
    return Objects.requireNonNull(TARGETS.get(event));
  }

  private static <T> Map<TaskEvent, T> ofEachEvent(Function<TaskEvent, T> find) {
    var all = new EnumMap<TaskEvent, T>(TaskEvent.class);
    for (var event : TaskEvent.values()) {
      all.put(event, find.apply(event));
    }
    return all;
  }

  private static Set<TaskStatus> findSources(TaskEvent event) {
    var sources = EnumSet.noneOf(TaskStatus.class);
    ROWS.stream()
        .filter(row -> row.event() == event && row.from() != null)
        .forEach(row -> sources.add(row.from()));
    return Collections.unmodifiableSet(sources);
  }

  private static Optional<TaskStatus> findTarget(TaskEvent event) {
    var changes = ROWS.stream().filter(row -> row.event() == event).toList();
    if (changes.stream().allMatch(row -> row.from() == row.to())) {
      return Optional.empty();
    }
    var targets = changes.stream().map(Row::to).collect(Collectors.toSet());
    if (targets.size() != 1) {
      throw new IllegalStateException(event + " leads to " + targets);
    }
    return Optional.of(targets.iterator().next());
  }

  /** Rule for the next check of a task after a change. */
  enum AlarmRule {
    AT_DUE("scheduled_at (`DUE`)"),
    ENQUEUE_TIMEOUT("now + enqueueTimeout (`CHECK`)"),
    DOUBLED("now + enqueueTimeout × 2, 4, … capped (`CHECK`)"),
    SOON("now + jitter (`CHECK`)"),
    KEPT("as it was; not later than the lease"),
    LEASE_UNTIL("lease_until (`CHECK`)"),
    HELD("as it was, in the list of its collection (`HELD`)"),
    DUE_OR_HELD("scheduled_at (`DUE`, or `HELD` behind the gate of its collection)"),
    OF_ITS_KEY("none: its ordering key rings for it"),
    NOW("now (`DUE`)"),
    RETRY_AT("retry_at (`DUE`)"),
    CHILDREN("now (`CHECK`), until its children are created"),
    NONE("none, `DEAD` or `DONE`");

    private final String description;

    AlarmRule(String description) {
      this.description = description;
    }

    public String description() {
      return description;
    }
  }
}
