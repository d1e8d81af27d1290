package dev.atf.model.task;

import dev.atf.model.Alarm;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.Trigger;
import dev.atf.model.TriggerPartition;
import java.time.Instant;
import java.util.List;

/** Conditional writes of a closed gate: one method for each event of the lifecycle. */
public final class GateTransitions {
  private GateTransitions() {}

  /**
   * Moves a due task of a paused collection to the collection's list of held tasks.
   *
   * @param list list of the collection for the task's priority and shard
   * @param dueAt time of the task's alarm, which keeps its position; a task that was rescheduled in
   *     the meantime is not changed
   */
  public static Transition hold(
      TaskId taskId,
      long seenEpoch,
      Instant now,
      TriggerPartition list,
      Instant dueAt,
      String reason) {
    return Transition.of(
        taskId,
        TaskEvent.HOLD,
        List.of(new Guard.EpochIs(seenEpoch), new Guard.AlarmAtIs(dueAt)),
        List.of(
            new Change.Hold(list, dueAt),
            Transitions.recorded(now, TaskEvent.HOLD, seenEpoch, 0, reason)));
  }

  /**
   * Returns a pushed task to the store, because its gate was closed after the push. This uses no
   * attempt.
   *
   * @param list list in which the task waits: for the gate of a lambda, the list of due tasks; for
   *     the gate of a collection, the list of the collection
   * @param dueAt position of the task in the list
   */
  public static Transition park(
      TaskRef ref, Instant now, TriggerPartition list, Instant dueAt, String reason) {
    var waits =
        list.alarm() == Alarm.HELD
            ? new Change.Hold(list, dueAt)
            : new Change.SetTrigger(new Trigger(list.alarm(), dueAt));
    return Transition.of(
        ref.taskId(),
        TaskEvent.PARK,
        List.of(new Guard.EpochIs(ref.epoch())),
        List.of(waits, Transitions.recorded(now, TaskEvent.PARK, ref.epoch(), 0, reason)));
  }

  /** Ends a task that does not run, as {@link FrameworkFailure#DROPPED}. */
  public static Transition drop(TaskId taskId, long seenEpoch, Outcome outcome, Ending ending) {
    return Transitions.end(
        taskId,
        TaskEvent.DROP,
        List.of(new Guard.EpochIs(seenEpoch)),
        seenEpoch,
        0,
        outcome,
        ending,
        List.of());
  }
}
