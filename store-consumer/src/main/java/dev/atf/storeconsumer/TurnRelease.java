package dev.atf.storeconsumer;

import dev.atf.model.AlarmTimes;
import dev.atf.model.Association;
import dev.atf.model.LambdaDefinition;
import dev.atf.model.OrderTransitions;
import dev.atf.model.TaskRef;
import dev.atf.model.Transition;
import dev.atf.queue.QueueName;
import dev.atf.runtime.Pool;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Lets a task go that waited for the turn of its key: marks it ready and pushes it (law 3), which
 * saves the index a write. Where a gate, a rate or a full queue stands before it, it is put among
 * what is due instead, and goes the way of all tasks.
 */
final class TurnRelease {
  private final TaskTransitions transitions;
  private final LambdaDirectory directory;
  private final QueueRoom room;
  private final Pusher pusher;
  private final PlanTasks tasks;
  private final DrainRates drainRates;
  private final AlarmTimes times;
  private final RandomGenerator random;
  private final ConsumerMetrics metrics;

  @Inject
  TurnRelease(
      TaskTransitions transitions,
      LambdaDirectory directory,
      QueueRoom room,
      Pusher pusher,
      PlanTasks tasks,
      DrainRates drainRates,
      AlarmTimes times,
      RandomGenerator random,
      ConsumerMetrics metrics) {
    this.transitions = transitions;
    this.directory = directory;
    this.room = room;
    this.pusher = pusher;
    this.tasks = tasks;
    this.drainRates = drainRates;
    this.times = times;
    this.random = random;
    this.metrics = metrics;
  }

  /**
   * May be repeated: a task that has gone is left alone.
   *
   * @param task as it was read, waiting
   */
  void release(Association task, LambdaDefinition lambda, Instant now) {
    var header = task.header();
    var queue = new QueueName(header.lambda(), header.priority());
    if (!mayGo(task, lambda, queue, now)) {
      if (apply(OrderTransitions.turn(task, now)) instanceof TransitionResult.Applied applied) {
        tasks.due(applied.after(), now);
      }
      return;
    }
    var checkAt = times.afterRelease(now, random);
    var ref = new TaskRef(task.taskId(), task.epoch() + 1);
    var result = apply(OrderTransitions.release(task.taskId(), task.epoch(), now, checkAt));
    if (ReleaseVerdict.of(result, ref, checkAt) == ReleaseVerdict.LOST) {
      metrics.releaseLost();
      return;
    }
    var failed = pusher.push(List.of(new Pusher.Push(queue, ref, 0)), Pool.direct(), now);
    if (failed.isEmpty()) {
      drainRates.released(queue, 1);
      metrics.released(Duration.between(header.scheduledAt(), now));
    }
  }

  private boolean mayGo(Association task, LambdaDefinition lambda, QueueName queue, Instant now) {
    var header = task.header();
    return !header.scheduledAt().isAfter(now)
        && header.deadline().isAfter(now)
        && lambda.priorities().contains(header.priority())
        && lambda.dispatchRate() == 0
        && GateDecision.of(directory.gates(), header.lambda(), header.collection(), now)
            instanceof GateDecision.Pass
        && room.left(queue, now) > 0;
  }

  /** Asks once more when the answer was lost: the refusal then shows whose the mark is. */
  private TransitionResult apply(Transition transition) {
    try {
      return transitions.apply(transition);
    } catch (StoreOutcomeUnknownException e) {
      return transitions.apply(transition);
    }
  }
}
