package dev.atf.storeconsumer.plans;

import dev.atf.hints.Hints;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.BlockTransitions;
import dev.atf.model.task.Transition;
import dev.atf.model.task.TurnTransitions;
import dev.atf.queue.QueueName;
import dev.atf.runtime.loop.Pool;
import dev.atf.store.TransitionResult;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.release.DueTask;
import dev.atf.storeconsumer.release.GateDecision;
import dev.atf.storeconsumer.release.QueueCapacity;
import dev.atf.storeconsumer.release.Releaser;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Releases tasks that waited for the turn of their key, or for a condition: marks each task as
 * ready, and pushes the marked tasks together (law 3). This saves an index write. If a gate, a rate
 * or a full queue delays a task, it is moved to the due tasks instead.
 */
final class TurnRelease {
  private final Releaser releaser;
  private final LambdaDirectory directory;
  private final QueueCapacity capacity;
  private final Hints hints;

  /** Tasks that are marked but not pushed yet. The number of concurrent checks bounds them. */
  private final Queue<DueTask> marked = new ConcurrentLinkedQueue<>();

  @Inject
  TurnRelease(Releaser releaser, LambdaDirectory directory, QueueCapacity capacity, Hints hints) {
    this.releaser = releaser;
    this.directory = directory;
    this.capacity = capacity;
    this.hints = hints;
  }

  /**
   * Marks a task, so that {@link #push} pushes it. The call can be repeated, because a released
   * task is not changed.
   *
   * @param task waiting or blocked task, as it was read
   * @return false if the task has changed in the meantime and was not released
   */
  boolean release(Association task, LambdaDefinition lambda, Instant now) {
    var header = task.header();
    var queue = new QueueName(header.lambda(), header.priority());
    if (!mayGo(task, lambda, queue, now)) {
      if (releaser.applyTwice(due(task, now)) instanceof TransitionResult.Applied applied) {
        hints.written(applied.after());
        return true;
      }
      return false;
    }
    var ref = new TaskRef(task.taskId(), task.epoch() + 1);
    if (!releaser.mark(ref, now, checkAt -> released(task, now, checkAt))) {
      return false;
    }
    marked.add(DueTask.of(task, ref, lambda, 0));
    return true;
  }

  private static Transition due(Association task, Instant now) {
    return task.waits()
        ? TurnTransitions.turn(task, now)
        : BlockTransitions.unblock(task, now, "its condition is clear");
  }

  private static Transition released(Association task, Instant now, Instant checkAt) {
    var alarm = task.trigger();
    return alarm == null
        ? TurnTransitions.release(task.taskId(), task.epoch(), now, checkAt)
        : BlockTransitions.release(task, alarm.at(), now, checkAt);
  }

  /** Pushes all marked tasks. */
  void push(Pool threads, Instant now) {
    var all = new ArrayList<DueTask>();
    for (var one = marked.poll(); one != null; one = marked.poll()) {
      all.add(one);
    }
    if (!all.isEmpty()) {
      releaser.pushReleased(all, threads, now, InstantSource.fixed(now));
    }
  }

  /**
   * Forgets the marked tasks, whose marks are possibly not durable. If a mark is durable, the
   * task's alarm releases the task later.
   */
  void drop() {
    marked.clear();
  }

  private boolean mayGo(Association task, LambdaDefinition lambda, QueueName queue, Instant now) {
    var header = task.header();
    return !header.scheduledAt().isAfter(now)
        && header.deadline().isAfter(now)
        && lambda.priorities().contains(header.priority())
        && lambda.dispatchRate() == 0
        && !lambda.limitsKey(header.group())
        && GateDecision.passes(directory.gates(), header.lambda(), header.collection(), now)
        && capacity.left(queue, now) > marked.size();
  }
}
