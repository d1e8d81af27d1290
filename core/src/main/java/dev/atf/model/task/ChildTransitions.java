package dev.atf.model.task;

import dev.atf.model.Attempt;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskStatus;
import java.util.List;
import java.util.Objects;

/** Conditional writes of tasks that create others when they end (ADR 0035, ADR 0079). */
public final class ChildTransitions {
  private ChildTransitions() {}

  /**
   * Writes like {@link Transitions#succeed}, with the children in the outbox. The task's alarm
   * rings immediately, and the task does not expire before its children are created.
   *
   * @param outcome outcome with its children, whose contents are durable
   */
  public static Transition succeed(
      Attempt attempt, LambdaName lambda, Outcome outcome, Ending ending, Notes notes) {
    return Transitions.end(
        attempt.taskId(),
        TaskEvent.SUCCEED_WITH_CHILDREN,
        Transitions.holderGuards(attempt, lambda),
        attempt.epoch(),
        0,
        outcome,
        ending,
        Transitions.noted(notes, List.of()));
  }

  /**
   * Empties the outbox, once all children and notices that it names exist.
   *
   * @param ended finished task whose alarm rang
   * @param created names of its notices
   * @param ending ending that the task would have had without children and notices
   */
  public static Transition settle(Association ended, List<String> created, Ending ending) {
    var rang = Objects.requireNonNull(ended.trigger(), "its alarm rang");
    return Transition.of(
        ended.taskId(),
        TaskEvent.SETTLE,
        List.of(
            new Guard.EpochIs(ended.epoch()),
            new Guard.AlarmAtIs(rang.at()),
            new Guard.OutboxFull()),
        List.of(
            new Change.EmptyOutbox(created),
            new Change.Finish(ending.at(), ending.expiresAt()),
            Transitions.listed(ended.status(), wasDropped(ended), ending)));
  }

  private static boolean wasDropped(Association ended) {
    return ended.status() == TaskStatus.FATAL_FAILURE
        && ended.history().entries().stream()
            .anyMatch(
                entry -> entry.event() == TaskEvent.DROP && entry.at().equals(ended.finishedAt()));
  }
}
