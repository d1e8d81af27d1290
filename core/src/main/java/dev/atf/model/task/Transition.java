package dev.atf.model.task;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import java.util.ArrayList;
import java.util.List;

/**
 * Conditional write of one association (law 1). It is applied as a whole if all guards hold;
 * otherwise nothing is written. {@link Transitions} creates it.
 */
public final class Transition {
  private final TaskId taskId;
  private final TaskEvent event;
  private final List<Guard> guards;
  private final List<Change> changes;

  private Transition(TaskId taskId, TaskEvent event, List<Guard> guards, List<Change> changes) {
    this.taskId = taskId;
    this.event = event;
    this.guards = List.copyOf(guards);
    this.changes = List.copyOf(changes);
  }

  /**
   * Creates a transition that starts with the status guard and the status change of the event's
   * rows in the lifecycle.
   */
  static Transition of(TaskId taskId, TaskEvent event, List<Guard> guards, List<Change> changes) {
    var allGuards = new ArrayList<Guard>();
    allGuards.add(new Guard.StatusIn(TaskLifecycle.sourcesOf(event)));
    allGuards.addAll(guards);
    var allChanges = new ArrayList<Change>();
    TaskLifecycle.targetOf(event).ifPresent(to -> allChanges.add(new Change.SetStatus(to)));
    allChanges.addAll(changes);
    return new Transition(taskId, event, allGuards, allChanges);
  }

  /** Returns this transition with one more condition. */
  Transition with(Guard guard) {
    var more = new ArrayList<>(guards);
    more.add(guard);
    return new Transition(taskId, event, more, changes);
  }

  /**
   * Returns this transition for a task of this lambda. A reference that another process has sent
   * may name a task of another lambda.
   */
  public Transition onlyOf(LambdaName lambda) {
    return with(new Guard.LambdaIs(lambda));
  }

  public TaskId taskId() {
    return taskId;
  }

  public TaskEvent event() {
    return event;
  }

  public List<Guard> guards() {
    return guards;
  }

  public List<Change> changes() {
    return changes;
  }

  /**
   * Returns the guards that do not hold for {@code task}; empty if the transition may be applied.
   */
  public List<Guard> failing(Association task) {
    List<Guard> failing = List.of();
    for (var guard : guards) {
      if (!guard.holds(task)) {
        failing = failing.isEmpty() ? new ArrayList<>() : failing;
        failing.add(guard);
      }
    }
    return failing;
  }

  /** Returns the state after the transition, if every guard holds before it. */
  public Association applyTo(Association task) {
    var after = task;
    for (var change : changes) {
      after = change.apply(after);
    }
    return after;
  }

  @Override
  public String toString() {
    return event + " " + taskId + " if " + guards;
  }
}
