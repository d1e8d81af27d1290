package dev.atf.model.task;

import dev.atf.model.Alarm;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Conditional writes that people request: one method for each event of the lifecycle. */
public final class ClientTransitions {
  private ClientTransitions() {}

  public static Transition cancel(TaskId taskId, Outcome outcome, Ending ending) {
    return Transitions.end(taskId, TaskEvent.CANCEL, List.of(), 0, 0, outcome, ending, List.of());
  }

  /** Requests the stop from the executor, which receives it with its next heartbeat. */
  public static Transition requestCancel(TaskId taskId, Instant now, String reason) {
    return Transition.of(
        taskId,
        TaskEvent.REQUEST_CANCEL,
        List.of(),
        List.of(
            new Change.RequestCancel(),
            Transitions.recorded(now, TaskEvent.REQUEST_CANCEL, 0, 0, reason)));
  }

  /**
   * Requests that the executor of an attempt ends it. The executor receives the request with its
   * next heartbeat. The task continues as after any other failure.
   *
   * @param reason who requested it, and why
   */
  public static Transition requestKill(TaskRef ref, Instant now, String reason) {
    return Transition.of(
        ref.taskId(),
        TaskEvent.REQUEST_KILL,
        List.of(new Guard.EpochIs(ref.epoch())),
        List.of(
            new Change.RequestKill(ref.epoch()),
            Transitions.recorded(now, TaskEvent.REQUEST_KILL, ref.epoch(), 0, reason)));
  }

  /**
   * Changes the time of a task that does not run. A claim with an earlier reference to the task is
   * then refused.
   *
   * @param at new time before the task's deadline, in whole milliseconds
   */
  public static Transition reschedule(TaskId taskId, long seenEpoch, Instant now, Instant at) {
    return Transition.of(
        taskId,
        TaskEvent.RESCHEDULE,
        List.of(new Guard.EpochIs(seenEpoch)),
        List.of(
            new Change.SetScheduledAt(at),
            new Change.SetTrigger(new Trigger(Alarm.DUE, at)),
            Transitions.recorded(now, TaskEvent.RESCHEDULE, seenEpoch, 0, "to " + at)));
  }

  /** Makes a task that waits for its time, or for its retry, due immediately. */
  public static Transition runNow(Association seen, Instant now) {
    var changes = new ArrayList<Change>();
    if (seen.header().scheduledAt().isAfter(now)) {
      changes.add(new Change.SetScheduledAt(now));
    }
    changes.add(new Change.SetTrigger(new Trigger(Alarm.DUE, now)));
    changes.add(Transitions.recorded(now, TaskEvent.RUN_NOW, seen.epoch(), 0, ""));
    return Transition.of(
        seen.taskId(), TaskEvent.RUN_NOW, List.of(new Guard.EpochIs(seen.epoch())), changes);
  }

  /**
   * Resets a dead letter to NEW, due immediately, with all of its attempts available again. Its
   * checkpoint and its history are kept. Its epoch grows, so that decisions from before its end are
   * refused.
   *
   * @param deadline new deadline, at most the end of the entity's retention
   */
  public static Transition redrive(TaskId taskId, long seenEpoch, Instant now, Instant deadline) {
    return Transition.of(
        taskId,
        TaskEvent.REDRIVE,
        List.of(new Guard.EpochIs(seenEpoch), new Guard.OutboxEmpty()),
        List.of(
            new Change.Reopen(),
            new Change.SetEpoch(seenEpoch + 1),
            new Change.SetAttempt(0),
            new Change.SetDeaths(0),
            new Change.SetDrains(0),
            new Change.SetDeadline(deadline),
            new Change.SetTrigger(new Trigger(Alarm.DUE, now)),
            Transitions.recorded(now, TaskEvent.REDRIVE, seenEpoch, 0, "")));
  }
}
