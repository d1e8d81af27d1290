package dev.atf.model.task;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.condition.Block;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Conditional writes of a task that waits for a condition. The task is in a list of checks, so that
 * its alarm rings if its condition has lost it (law 2).
 */
public final class BlockTransitions {
  private BlockTransitions() {}

  /**
   * Ends an attempt that cannot continue. The attempt does not count. The write is refused after a
   * cancel request, which ends the task instead.
   *
   * @param digest digest of the report
   * @param reason reason of the handler, for people to read
   * @param checkAt time of the alarm at which the condition is checked for this task
   */
  public static Transition block(
      Attempt attempt,
      LambdaName lambda,
      Block block,
      String digest,
      String reason,
      Instant now,
      Instant checkAt,
      Notes notes) {
    var guards = Transitions.holderGuards(attempt, lambda);
    guards.add(new Guard.CancelNotRequested());
    return Transition.of(
        attempt.taskId(),
        TaskEvent.BLOCK,
        guards,
        Transitions.noted(
            notes,
            List.of(
                new Change.AddAttempt(-1),
                new Change.SetOutcome(new Outcome(digest, null, false, null)),
                new Change.SetBlock(block),
                new Change.SetPushes(1),
                new Change.SetTrigger(new Trigger(Alarm.CHECK, checkAt)),
                Transitions.recorded(
                    now, TaskEvent.BLOCK, attempt.epoch(), 0, on(block, reason)))));
  }

  /** Blocks a released, unclaimed task, because a condition holds its lambda. */
  public static Transition blockUnclaimed(TaskRef ref, Block block, Instant now, Instant checkAt) {
    return Transition.of(
        ref.taskId(),
        TaskEvent.BLOCK_UNCLAIMED,
        List.of(new Guard.EpochIs(ref.epoch())),
        List.of(
            new Change.SetBlock(block),
            new Change.SetPushes(1),
            new Change.SetTrigger(new Trigger(Alarm.CHECK, checkAt)),
            Transitions.recorded(
                now,
                TaskEvent.BLOCK_UNCLAIMED,
                ref.epoch(),
                0,
                on(block, "which holds its lambda"))));
  }

  private static String on(Block block, String reason) {
    return "on " + block.condition() + (reason.isEmpty() ? "" : ": " + reason);
  }

  /**
   * Postpones the alarm of a blocked task, because its condition has not cleared or is releasing
   * its tasks.
   *
   * @param checks number of alarms of this block so far, including this one
   */
  public static Transition lookAgain(TaskRef ref, Instant seenAlarm, int checks, Instant checkAt) {
    return Transition.of(
        ref.taskId(),
        TaskEvent.LOOK_AGAIN,
        List.of(new Guard.EpochIs(ref.epoch()), new Guard.AlarmAtIs(seenAlarm)),
        List.of(
            new Change.SetPushes(checks),
            new Change.SetTrigger(new Trigger(Alarm.CHECK, checkAt))));
  }

  /**
   * Makes a blocked task ready. The write is refused if the task is no longer blocked, because a
   * task that was rescheduled to the time of its alarm would look like a due task.
   *
   * @param seenAlarm alarm of the task when it was read
   * @param checkAt time of the check for a missing claim: now + enqueueTimeout
   */
  public static Transition release(
      Association seen, Instant seenAlarm, Instant now, Instant checkAt) {
    return Transitions.release(seen.taskId(), seen.epoch(), seenAlarm, now, checkAt)
        .with(new Guard.StatusIn(Set.of(TaskStatus.BLOCKED)));
  }

  /**
   * Moves a blocked task to the due tasks, because a gate, a rate or a full queue delays its
   * release.
   */
  public static Transition unblock(Association seen, Instant now, String reason) {
    return Transition.of(
        seen.taskId(),
        TaskEvent.UNBLOCK,
        List.of(new Guard.EpochIs(seen.epoch())),
        List.of(
            new Change.SetTrigger(new Trigger(Alarm.DUE, seen.header().scheduledAt())),
            Transitions.recorded(now, TaskEvent.UNBLOCK, seen.epoch(), 0, reason)));
  }
}
