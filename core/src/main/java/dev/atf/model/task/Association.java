package dev.atf.model.task;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.Lease;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.check.Limits;
import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.origin.Origin;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Complete mutable state of a task. Its {@link Trigger} is the task's alarm clock.
 *
 * @param epoch 0 until the first release; grows by one at each release and redrive
 * @param attempt number of started executions
 * @param pushes number of pushes and, while unclaimed, checks in this epoch; the alarm's interval
 *     doubles with it. If it is not positive, it is unknown whether the reference reached the
 *     queue, which has refused it this many times in a row
 * @param deaths number of attempts in a row, up to the latest, whose leases ended without a report
 *     from the executor; at most {@link Limits#DEATHS_SHARED_MAX} of them while other tasks ran in
 *     the process
 * @param drains number of attempts that ended because their executors were drained, and that do not
 *     count; at most {@link Limits#DRAINS_MAX}
 * @param killRequested latest epoch whose attempt should be killed; 0 for none; the request has no
 *     effect after the end of that attempt
 * @param block condition for which the task waits or last waited; null if it was never blocked
 * @param trigger null if the task is finished, settled and not listed, and while it waits for the
 *     turn of its ordering key, which has its own alarm (ADR 0033)
 * @param lease claim; kept after an outcome, so that a repeated report is recognized; cleared by
 *     expiry and release
 * @param startedAt time at which the latest attempt was claimed
 * @param expiresAt time at which the store may delete the task; null while it {@link
 *     #needsAttention}
 */
@RecordBuilder
public record Association(
    TaskHeader header,
    TaskStatus status,
    long epoch,
    int attempt,
    int pushes,
    int deaths,
    int drains,
    boolean cancelRequested,
    long killRequested,
    @Nullable Block block,
    @Nullable Trigger trigger,
    @Nullable Lease lease,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @Nullable Outcome outcome,
    Notes notes,
    TaskHistory history,
    @Nullable Instant expiresAt)
    implements AssociationBuilder.With {

  /** Returns a new task: {@link TaskEvent#SCHEDULE}. */
  public static Association scheduled(TaskHeader header) {
    return new Association(
        header,
        TaskStatus.NEW,
        0,
        0,
        0,
        0,
        0,
        false,
        0,
        null,
        new Trigger(Alarm.DUE, header.scheduledAt()),
        null,
        null,
        null,
        null,
        Notes.NONE,
        TaskHistory.EMPTY,
        null);
  }

  /**
   * Returns a new task that waits for the turn of its ordering key: {@link
   * TaskEvent#SCHEDULE_WAITING}. It is in no list, because the row of its key is its alarm.
   */
  public static Association waiting(TaskHeader header) {
    return scheduled(header).withTrigger(null);
  }

  /**
   * Returns the substitute for a task whose Schedule was never answered: {@link TaskEvent#ABANDON}.
   * A caller that is still about to write the task finds it ended.
   */
  public static Association abandoned(TaskHeader header, Ending ending) {
    var outcome =
        Outcome.failure("", FrameworkFailure.CANCELLED.because("its Schedule was never answered"));
    var cancelled = waiting(header).withStatus(TaskStatus.CANCELLED).withOutcome(outcome);
    return new Change.Finish(ending.at(), ending.expiresAt()).apply(cancelled);
  }

  /** Returns whether the task waits for the turn of its ordering key. */
  public boolean waits() {
    return status == TaskStatus.NEW && trigger == null;
  }

  /**
   * Returns a new task that is due immediately, in the state that a release would produce: {@link
   * TaskEvent#SCHEDULE_EXPRESS}. Its reference may be pushed once this is written (law 3).
   *
   * @param checkAt time of the check for a missing claim: now + enqueueTimeout
   */
  public static Association scheduledExpress(TaskHeader header, Instant now, Instant checkAt) {
    return scheduled(header)
        .with()
        .status(TaskStatus.ENQUEUED)
        .epoch(1)
        .pushes(1)
        .trigger(new Trigger(Alarm.CHECK, checkAt))
        .history(TaskHistory.EMPTY.with(new HistoryEntry(now, TaskEvent.RELEASE, 1, 0, "")))
        .build();
  }

  /**
   * Returns whether the latest write of this task made it ready with this alarm. A writer whose
   * answer was lost can thus recognise its own write. If another writer has the same random alarm,
   * one superfluous copy is pushed, and its claim is refused.
   */
  public boolean isReadied(TaskRef ref, Instant checkAt) {
    return status == TaskStatus.ENQUEUED
        && epoch == ref.epoch()
        && new Trigger(Alarm.CHECK, checkAt).equals(trigger);
  }

  /** Returns whether the task is blocked on this condition of its lambda. */
  public boolean isBlockedOn(ConditionName condition) {
    return status == TaskStatus.BLOCKED && block != null && block.condition().equals(condition);
  }

  /** Returns whether the task runs under this claim. */
  public boolean isHeldBy(Attempt attempt) {
    return status.running()
        && epoch == attempt.epoch()
        && lease != null
        && lease.claimId().equals(attempt.claimId());
  }

  /**
   * Returns a cancelled task in place of a task that never existed, so that a late writer finds a
   * finished task.
   *
   * @param header header with a time until which the task is kept
   */
  public static Association fenced(TaskHeader header, Instant now, Outcome outcome) {
    return waiting(header)
        .with()
        .status(TaskStatus.CANCELLED)
        .outcome(outcome)
        .finishedAt(now)
        .expiresAt(header.keepUntil())
        .build();
  }

  /** Returns this task with its plan, for a store that keeps the origin separately. */
  public Association withOrigin(Origin origin) {
    return withHeader(header.withOrigin(origin));
  }

  /** Returns this task with its parent, for a store that keeps the parent separately. */
  public Association withParent(Parent parent) {
    return withHeader(header.withParent(parent));
  }

  /** Returns this task with the children of its outcome, for a store that keeps them separately. */
  public Association withChildren(Children children) {
    return outcome == null ? this : withOutcome(outcome.with(children));
  }

  /** Returns the tasks that the success of this one created. */
  public Children children() {
    return outcome == null ? Children.NONE : outcome.children();
  }

  /** Returns the ids of the children, in the order in which the handler scheduled them. */
  public Stream<TaskId> childIds() {
    return children().count() == 0 ? Stream.of() : children().ids(ref());
  }

  /** Returns the notices of its end. */
  public Notices notices() {
    return outcome == null ? Notices.NONE : outcome.notices();
  }

  /**
   * Returns whether children of its success, or notices of its end, may still have to be created.
   */
  public boolean isUnsettled() {
    return children().pending() || notices().pending();
  }

  /**
   * Returns whether the framework still has work to do on the task. Such a task has an alarm (law
   * 2).
   */
  public boolean needsAttention() {
    return !status.finished() || isUnsettled();
  }

  /** Returns the event that created the task, if it is still as it was created. */
  public TaskEvent creationEvent() {
    if (status == TaskStatus.CANCELLED) {
      return TaskEvent.ABANDON;
    }
    if (status == TaskStatus.NEW) {
      return waits() ? TaskEvent.SCHEDULE_WAITING : TaskEvent.SCHEDULE;
    }
    return TaskEvent.SCHEDULE_EXPRESS;
  }

  /**
   * Returns whether the next attempt must have its own process, because processes have died while
   * they ran the task.
   */
  public boolean runsAlone() {
    return deaths >= Limits.DEATHS_SHARED_MAX;
  }

  /** Returns whether the running attempt should be killed. */
  public boolean isToBeKilled() {
    return status.running() && killRequested == epoch;
  }

  /** Returns who requested the kill of the running attempt, and why, as recorded in the history. */
  public String killReason() {
    return history.entries().stream()
        .filter(entry -> entry.event() == TaskEvent.REQUEST_KILL && entry.epoch() == killRequested)
        .map(HistoryEntry::detail)
        .findFirst()
        .orElse("");
  }

  /** Returns a reference with the task's id and its current epoch. */
  public TaskRef ref() {
    return new TaskRef(taskId(), epoch);
  }

  public TaskId taskId() {
    return header.taskId();
  }
}
