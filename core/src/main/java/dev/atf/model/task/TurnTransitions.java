package dev.atf.model.task;

import dev.atf.model.Alarm;
import dev.atf.model.TaskId;
import dev.atf.model.Trigger;
import java.time.Instant;
import java.util.List;

/** Conditional writes that start a task of an ordering key when it has the turn. */
public final class TurnTransitions {
  private TurnTransitions() {}

  /**
   * Makes a waiting task ready, although it is in no list. This saves the index write of {@link
   * #turn} and a later release.
   *
   * @param checkAt time of the check for a missing claim: now + enqueueTimeout
   */
  public static Transition release(TaskId taskId, long seenEpoch, Instant now, Instant checkAt) {
    return Transition.of(
        taskId,
        TaskEvent.RELEASE,
        List.of(new Guard.EpochIs(seenEpoch), new Guard.AlarmIsUnset()),
        Transitions.released(seenEpoch, now, checkAt));
  }

  /** Moves a waiting task to the due tasks, because something must happen before its release. */
  public static Transition turn(Association seen, Instant now) {
    return Transition.of(
        seen.taskId(),
        TaskEvent.TURN,
        List.of(new Guard.EpochIs(seen.epoch()), new Guard.AlarmIsUnset()),
        List.of(
            new Change.SetTrigger(new Trigger(Alarm.DUE, seen.header().scheduledAt())),
            Transitions.recorded(now, TaskEvent.TURN, seen.epoch(), 0, "")));
  }
}
