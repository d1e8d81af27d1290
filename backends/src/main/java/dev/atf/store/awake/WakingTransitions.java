package dev.atf.store.awake;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.Transition;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes of associations that also mark the lambda as active. For a new task, the mark is written
 * first, so that its list is read whenever the task exists. For a transition, the mark is written
 * afterwards, because only the result contains the lambda.
 */
public final class WakingTransitions implements TaskTransitions, TaskAssociations {
  private final TaskTransitions transitions;
  private final TaskAssociations associations;
  private final AwakeLambdas awake;
  private final InstantSource clock;

  public WakingTransitions(
      TaskTransitions transitions,
      TaskAssociations associations,
      AwakeLambdas awake,
      InstantSource clock) {
    this.transitions = transitions;
    this.associations = associations;
    this.awake = awake;
    this.clock = clock;
  }

  @Override
  public TransitionResult apply(Transition transition) {
    var result = transitions.apply(transition);
    if (result instanceof TransitionResult.Applied applied) {
      wakeFor(applied.after());
    }
    return result;
  }

  @Override
  public boolean create(Association association) {
    wakeFor(association);
    return associations.create(association);
  }

  private void wakeFor(Association task) {
    var trigger = task.trigger();
    @Nullable Instant at = trigger != null && trigger.alarm().rings() ? trigger.at() : null;
    awake.wakeFor(task.header().lambda(), at, clock.instant());
  }

  @Override
  public Optional<Association> find(TaskId taskId) {
    return associations.find(taskId);
  }

  @Override
  public Map<TaskId, Association> findAll(Collection<TaskId> taskIds) {
    return associations.findAll(taskIds);
  }
}
