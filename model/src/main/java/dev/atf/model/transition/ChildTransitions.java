package dev.atf.model.transition;

import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.LambdaName;
import dev.atf.model.Outcome;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.history.Notes;
import dev.atf.model.history.TaskEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Conditional writes of tasks that have children (ADR 0035). */
public final class ChildTransitions {
  private ChildTransitions() {}

  /**
   * Writes like {@link Transitions#succeed}, with the children in the outbox. The task is looked at
   * at once, and does not expire before they are created.
   *
   * @param outcome with its children, whose contents are durable
   */
  public static Transition succeed(
      Attempt attempt, LambdaName lambda, Outcome outcome, Instant now, Notes notes) {
    return Transition.of(
        attempt.taskId(),
        TaskEvent.SUCCEED_WITH_CHILDREN,
        Transitions.holderGuards(attempt, lambda),
        Transitions.noted(
            notes,
            List.of(
                new Change.SetOutcome(outcome),
                new Change.SetFinishedAt(now),
                new Change.SetTrigger(new Trigger(Alarm.CHECK, now)),
                Transitions.recorded(
                    now, TaskEvent.SUCCEED_WITH_CHILDREN, attempt.epoch(), 0, ""))));
  }

  /**
   * Empties the outbox, once all children that it names exist.
   *
   * @param seenAlarm the alarm that rang
   * @param ending that of a task that ends without children, at the time when this one finished
   */
  public static Transition settle(TaskRef ref, Instant seenAlarm, Ending ending) {
    var changes = new ArrayList<Change>();
    changes.add(new Change.EmptyOutbox());
    changes.add(new Change.Finish(ending.at(), ending.expiresAt()));
    changes.add(Transitions.listed(TaskStatus.SUCCESS, ending));
    return Transition.of(
        ref.taskId(),
        TaskEvent.SETTLE,
        List.of(
            new Guard.EpochIs(ref.epoch()), new Guard.AlarmAtIs(seenAlarm), new Guard.OutboxFull()),
        changes);
  }
}
