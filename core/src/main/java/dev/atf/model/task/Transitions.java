package dev.atf.model.task;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Lease;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.lambda.LambdaDefinition.History;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Conditional writes of a task on its way from its release to its end, one method for each event.
 * Other classes of this package create the writes of clients, gates, conditions, children and ended
 * leases. {@link Transition#of} adds the status guard and the status change, which follow from the
 * event's rows in {@link TaskLifecycle}.
 *
 * <p>A write is applied completely or not at all. If the process dies, the task is therefore in the
 * state before or after it. In both states, an unfinished task has an alarm (law 2).
 */
public final class Transitions {
  private Transitions() {}

  /**
   * Makes a due task ready. Its epoch grows, so that every earlier reference is stale.
   *
   * @param seenAlarm alarm that rang; a task that was rescheduled in the meantime is not changed
   * @param checkAt time of the check for a missing claim: now + enqueueTimeout
   */
  public static Transition release(
      TaskId taskId, long seenEpoch, Instant seenAlarm, Instant now, Instant checkAt) {
    return Transition.of(
        taskId,
        TaskEvent.RELEASE,
        List.of(new Guard.EpochIs(seenEpoch), new Guard.AlarmAtIs(seenAlarm)),
        released(seenEpoch, now, checkAt));
  }

  static List<Change> released(long seenEpoch, Instant now, Instant checkAt) {
    return List.of(
        new Change.SetEpoch(seenEpoch + 1),
        new Change.SetPushes(1),
        new Change.SetTrigger(new Trigger(Alarm.CHECK, checkAt)),
        new Change.ClearLease(),
        recorded(now, TaskEvent.RELEASE, seenEpoch + 1, 0, ""));
  }

  /**
   * Permits another push of the same reference, and must be written before it. An earlier copy
   * stays in the queue, and the second claim is refused.
   *
   * @param seenAlarm alarm that rang; only one of several consumers succeeds
   */
  public static Transition pushAgain(TaskRef ref, Instant seenAlarm, int pushes, Instant checkAt) {
    return Transition.of(
        ref.taskId(),
        TaskEvent.PUSH_AGAIN,
        List.of(new Guard.EpochIs(ref.epoch()), new Guard.AlarmAtIs(seenAlarm)),
        List.of(
            new Change.SetPushes(pushes),
            new Change.SetTrigger(new Trigger(Alarm.CHECK, checkAt))));
  }

  /**
   * Moves the alarm forward after the queue refused the push, and records as a negative number of
   * pushes that nothing arrived in the queue.
   *
   * @param refusals number of consecutive refusals, including this one
   */
  public static Transition pushFailed(TaskRef ref, int refusals, Instant checkAt) {
    return Transition.of(
        ref.taskId(),
        TaskEvent.PUSH_FAILED,
        List.of(new Guard.EpochIs(ref.epoch())),
        notArrived(refusals, checkAt));
  }

  /**
   * Moves the alarm of a task whose reference never arrived, because its queue still has no
   * capacity.
   *
   * @param seenAlarm alarm that rang; the write is refused after another push
   */
  public static Transition waitForRoom(
      TaskRef ref, Instant seenAlarm, int refusals, Instant checkAt) {
    return Transition.of(
        ref.taskId(),
        TaskEvent.PUSH_FAILED,
        List.of(new Guard.EpochIs(ref.epoch()), new Guard.AlarmAtIs(seenAlarm)),
        notArrived(refusals, checkAt));
  }

  private static List<Change> notArrived(int refusals, Instant checkAt) {
    return List.of(
        new Change.SetPushes(-refusals), new Change.SetTrigger(new Trigger(Alarm.CHECK, checkAt)));
  }

  /**
   * Grants one executor the exclusive right to run this epoch, and counts the attempt. It does not
   * change the alarm, which saves an index write. It is refused if the alarm would ring after the
   * end of the lease. The caller then uses {@link #claimAndMoveAlarm}.
   */
  public static Transition claim(
      Attempt attempt, LambdaName lambda, ExecutorId owner, Instant now, Instant leaseUntil) {
    var guards = claimGuards(attempt, lambda, now);
    guards.add(new Guard.AlarmNotAfter(leaseUntil));
    return Transition.of(
        attempt.taskId(),
        TaskEvent.CLAIM,
        guards,
        claimChanges(TaskEvent.CLAIM, attempt, owner, now, leaseUntil));
  }

  /** Grants the claim and moves the alarm to the end of the lease. */
  public static Transition claimAndMoveAlarm(
      Attempt attempt, LambdaName lambda, ExecutorId owner, Instant now, Instant leaseUntil) {
    var changes = claimChanges(TaskEvent.CLAIM_AND_MOVE_ALARM, attempt, owner, now, leaseUntil);
    changes.add(new Change.SetTrigger(new Trigger(Alarm.CHECK, leaseUntil)));
    return Transition.of(
        attempt.taskId(),
        TaskEvent.CLAIM_AND_MOVE_ALARM,
        claimGuards(attempt, lambda, now),
        changes);
  }

  /**
   * Extends the lease, but never shortens it. Stores the handler's notes, unless later notes of
   * this claim are already stored.
   *
   * @param notesSequence number that grows with each message that carries notes of the claim; 0 if
   *     the notes have no number and are not guarded
   * @param alone whether the executor runs only this attempt
   */
  public static Transition heartbeat(
      Attempt attempt,
      LambdaName lambda,
      Instant leaseUntil,
      Notes notes,
      long notesSequence,
      boolean alone) {
    var guards = holderGuards(attempt, lambda);
    guards.add(new Guard.LeaseNotAfter(leaseUntil));
    var changes = noted(notes, List.of(new Change.ExtendLease(leaseUntil)));
    if (notesSequence > 0 && !notes.equals(Notes.NONE)) {
      guards.add(new Guard.NotesBefore(notesSequence));
      changes.add(new Change.SetNotesSequence(notesSequence));
    }
    if (alone) {
      changes.add(new Change.MarkAlone());
    }
    return Transition.of(attempt.taskId(), TaskEvent.HEARTBEAT, guards, changes);
  }

  /**
   * Moves the alarm of a running task.
   *
   * @param checkAt end of the lease that the caller saw, or a little later
   */
  public static Transition lookAgain(TaskRef ref, Instant seenAlarm, Instant checkAt) {
    return Transition.of(
        ref.taskId(),
        TaskEvent.LOOK_AGAIN,
        List.of(new Guard.EpochIs(ref.epoch()), new Guard.AlarmAtIs(seenAlarm)),
        List.of(new Change.SetTrigger(new Trigger(Alarm.CHECK, checkAt))));
  }

  public static Transition succeed(
      Attempt attempt, LambdaName lambda, Outcome outcome, Ending ending, Notes notes) {
    return end(
        attempt.taskId(),
        TaskEvent.SUCCEED,
        holderGuards(attempt, lambda),
        attempt.epoch(),
        0,
        outcome,
        ending,
        noted(notes, List.of()));
  }

  /** Returns a success that is refused if the task's deadline is at or before {@code now}. */
  public static Transition inTime(Transition success, Instant now) {
    return success.with(new Guard.DeadlineAfter(now));
  }

  /**
   * Ends the attempt and sets the alarm to the next one. Refused after a cancel request, which ends
   * the task instead.
   *
   * @param deaths number of consecutive lost attempts, including this one; 0 if the executor
   *     reported this attempt
   */
  public static Transition failRetriably(
      Attempt attempt,
      LambdaName lambda,
      int number,
      Outcome outcome,
      Instant now,
      Instant retryAt,
      Notes notes,
      int deaths) {
    var guards = holderGuards(attempt, lambda);
    guards.add(new Guard.AttemptIs(number));
    guards.add(new Guard.CancelNotRequested());
    return Transition.of(
        attempt.taskId(),
        TaskEvent.FAIL_RETRIABLY,
        guards,
        noted(
            notes,
            List.of(
                new Change.SetOutcome(outcome),
                new Change.SetDeaths(deaths),
                new Change.SetTrigger(new Trigger(Alarm.DUE, retryAt)),
                recorded(
                    now, TaskEvent.FAIL_RETRIABLY, attempt.epoch(), number, detail(outcome)))));
  }

  public static Transition failFatally(
      Attempt attempt, LambdaName lambda, int number, Outcome outcome, Ending ending, Notes notes) {
    var guards = holderGuards(attempt, lambda);
    guards.add(new Guard.AttemptIs(number));
    return end(
        attempt.taskId(),
        TaskEvent.FAIL_FATALLY,
        guards,
        attempt.epoch(),
        number,
        outcome,
        ending,
        noted(notes, List.of()));
  }

  /** Ends a running task whose cancellation was requested, once its handler has stopped. */
  public static Transition confirmCancel(
      Attempt attempt, LambdaName lambda, Outcome outcome, Ending ending) {
    var guards = holderGuards(attempt, lambda);
    guards.add(new Guard.CancelRequested());
    return end(
        attempt.taskId(),
        TaskEvent.CONFIRM_CANCEL,
        guards,
        attempt.epoch(),
        0,
        outcome,
        ending,
        List.of());
  }

  /**
   * Returns work that was claimed but not started. The attempt does not count.
   *
   * @param reason reason, for the task's history
   */
  public static Transition returnWork(
      Attempt attempt,
      LambdaName lambda,
      Outcome outcome,
      Instant now,
      Instant dueAt,
      String reason) {
    var guards = holderGuards(attempt, lambda);
    guards.add(new Guard.CancelNotRequested());
    return Transition.of(
        attempt.taskId(),
        TaskEvent.RETURN,
        guards,
        List.of(
            new Change.AddAttempt(-1),
            new Change.SetOutcome(outcome),
            new Change.SetTrigger(new Trigger(Alarm.DUE, dueAt)),
            recorded(now, TaskEvent.RETURN, attempt.epoch(), 0, reason)));
  }

  /**
   * Returns an attempt that did not finish because its executor was drained. The attempt does not
   * count.
   *
   * @param number number of the attempt
   * @param drains number of such ends of the task, including this one
   * @param reason reason, for the task's history
   */
  public static Transition drain(
      Attempt attempt,
      LambdaName lambda,
      int number,
      Outcome outcome,
      Instant now,
      Instant dueAt,
      int drains,
      String reason,
      Notes notes) {
    var guards = holderGuards(attempt, lambda);
    guards.add(new Guard.CancelNotRequested());
    return Transition.of(
        attempt.taskId(),
        TaskEvent.RETURN,
        guards,
        noted(
            notes,
            List.of(
                new Change.AddAttempt(-1),
                new Change.SetDrains(drains),
                new Change.SetOutcome(outcome),
                new Change.SetTrigger(new Trigger(Alarm.DUE, dueAt)),
                recorded(now, TaskEvent.RETURN, attempt.epoch(), number, reason))));
  }

  /** Ends a task that was not running at its deadline. */
  public static Transition giveUp(TaskId taskId, long seenEpoch, Outcome outcome, Ending ending) {
    return end(
        taskId,
        TaskEvent.GIVE_UP,
        List.of(new Guard.EpochIs(seenEpoch)),
        seenEpoch,
        0,
        outcome,
        ending,
        List.of());
  }

  private static List<Guard> claimGuards(Attempt attempt, LambdaName lambda, Instant now) {
    var guards = new ArrayList<Guard>();
    guards.add(new Guard.EpochIs(attempt.epoch()));
    guards.add(new Guard.LambdaIs(lambda));
    guards.add(new Guard.CancelNotRequested());
    guards.add(new Guard.ScheduledBy(now));
    guards.add(new Guard.DeadlineAfter(now));
    return guards;
  }

  private static List<Change> claimChanges(
      TaskEvent event, Attempt attempt, ExecutorId owner, Instant now, Instant leaseUntil) {
    var changes = new ArrayList<Change>();
    changes.add(new Change.SetLease(new Lease(attempt.claimId(), owner, leaseUntil)));
    changes.add(new Change.AddAttempt(1));
    changes.add(new Change.SetStartedAt(now));
    changes.add(recorded(now, event, attempt.epoch(), 0, "by " + owner));
    return changes;
  }

  static List<Guard> holderGuards(Attempt attempt, LambdaName lambda) {
    var guards = new ArrayList<Guard>();
    guards.add(new Guard.EpochIs(attempt.epoch()));
    guards.add(new Guard.ClaimIs(attempt.claimId()));
    guards.add(new Guard.LambdaIs(lambda));
    return guards;
  }

  /**
   * Returns a transition that ends the task. If its end causes notices, the task keeps an alarm and
   * does not expire until they are created (ADR 0079).
   *
   * @param guards guards and changes in addition to those of every end of a task
   */
  static Transition end(
      TaskId taskId,
      TaskEvent event,
      List<Guard> guards,
      long epoch,
      int attempt,
      Outcome outcome,
      Ending ending,
      List<Change> changes) {
    var allGuards = new ArrayList<>(guards);
    allGuards.add(new Guard.OnFinishIs(ending.onFinish() != null));
    var status = TaskLifecycle.targetOf(event).orElseThrow();
    var notices = Notices.toCreate(ending.notices(status));
    var all = new ArrayList<Change>();
    all.add(new Change.SetOutcome(outcome.with(notices)));
    if (notices.pending() || outcome.children().pending()) {
      all.add(new Change.SetFinishedAt(ending.at()));
      all.add(new Change.SetTrigger(new Trigger(Alarm.CHECK, ending.at())));
    } else {
      all.add(new Change.Finish(ending.at(), ending.expiresAt()));
      all.add(listed(status, event == TaskEvent.DROP, ending));
    }
    all.add(recorded(ending.at(), event, epoch, attempt, detail(outcome)));
    all.addAll(changes);
    return Transition.of(taskId, event, allGuards, all);
  }

  /**
   * Returns the change of the list. Dead letters are always listed, and so are tasks that a gate
   * dropped, which are not dead letters (ADR 0051). Other finished tasks are only listed if the
   * lambda's settings require it, because each entry costs a write.
   */
  static Change listed(TaskStatus status, boolean dropped, Ending ending) {
    return switch (status) {
      case FATAL_FAILURE ->
          new Change.SetTrigger(new Trigger(dropped ? Alarm.DONE : Alarm.DEAD, ending.at()));
      case CANCELLED ->
          ending.kept() == History.NONE
              ? new Change.ClearTrigger()
              : new Change.SetTrigger(new Trigger(Alarm.DONE, ending.at()));
      case SUCCESS ->
          ending.kept() == History.ALL
              ? new Change.SetTrigger(new Trigger(Alarm.DONE, ending.at()))
              : new Change.ClearTrigger();
      case NEW, ENQUEUED, CLAIMED, PROCESSING, RETRIABLE_FAILURE, BLOCKED ->
          throw new IllegalStateException(status + " is not a final status");
    };
  }

  static Change recorded(Instant now, TaskEvent event, long epoch, int attempt, String detail) {
    return new Change.AddHistory(new HistoryEntry(now, event, epoch, attempt, detail));
  }

  static List<Change> noted(Notes notes, List<Change> changes) {
    var all = new ArrayList<>(changes);
    if (notes.progress() != null) {
      all.add(new Change.SetProgress(notes.progress()));
    }
    if (notes.checkpoint() != null) {
      all.add(new Change.SetCheckpoint(notes.checkpoint()));
    }
    return all;
  }

  static String detail(Outcome outcome) {
    var failure = outcome.failure();
    return failure == null ? "" : failure.code() + ": " + failure.message();
  }
}
