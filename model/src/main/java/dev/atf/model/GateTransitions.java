package dev.atf.model;

import java.time.Instant;
import java.util.List;

/** The conditional writes that a closed gate makes: one method for each event of the lifecycle. */
public final class GateTransitions {
  private GateTransitions() {}

  /**
   * Moves a due task of a paused collection to where the collection's tasks wait.
   *
   * @param dueAt as its alarm said: they are released in this order
   */
  public static Transition hold(
      TaskId taskId, long seenEpoch, Instant now, Instant dueAt, String reason) {
    return Transition.of(
        taskId,
        TaskEvent.HOLD,
        List.of(new Guard.EpochIs(seenEpoch)),
        List.of(
            new Change.SetTrigger(new Trigger(Alarm.HELD, dueAt)),
            Transitions.recorded(now, TaskEvent.HOLD, seenEpoch, 0, reason)));
  }

  /**
   * Takes a task back whose reference was pushed before its gate was closed; no attempt is spent.
   *
   * @param waits {@link Alarm#DUE} behind a lambda's gate, {@link Alarm#HELD} behind a collection's
   * @param dueAt its place among the others when the gate opens
   */
  public static Transition park(
      TaskRef ref, Instant now, Alarm waits, Instant dueAt, String reason) {
    return Transition.of(
        ref.taskId(),
        TaskEvent.PARK,
        List.of(new Guard.EpochIs(ref.epoch())),
        List.of(
            new Change.SetTrigger(new Trigger(waits, dueAt)),
            Transitions.recorded(now, TaskEvent.PARK, ref.epoch(), 0, reason)));
  }

  /** Ends a task that does not run, as {@link FrameworkFailure#DROPPED}. */
  public static Transition drop(TaskId taskId, long seenEpoch, Outcome outcome, Ending ending) {
    return Transition.of(
        taskId,
        TaskEvent.DROP,
        List.of(new Guard.EpochIs(seenEpoch)),
        Transitions.ended(TaskEvent.DROP, seenEpoch, 0, outcome, ending));
  }
}
