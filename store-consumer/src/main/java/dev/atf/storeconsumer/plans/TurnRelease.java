package dev.atf.storeconsumer.plans;

import dev.atf.model.AlarmTimes;
import dev.atf.model.Association;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.transition.OrderTransitions;
import dev.atf.model.transition.Transition;
import dev.atf.queue.QueueName;
import dev.atf.runtime.loop.Pool;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.poll.DrainRates;
import dev.atf.storeconsumer.release.GateDecision;
import dev.atf.storeconsumer.release.Pusher;
import dev.atf.storeconsumer.release.QueueCapacity;
import dev.atf.storeconsumer.release.ReleaseVerdict;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.random.RandomGenerator;

/**
 * Releases tasks that waited for the turn of their key: marks each ready, and pushes them together
 * (law 3), which saves the index a write. Where a gate, a rate or a full queue stands before one,
 * it is put among the due tasks instead, like all others.
 */
final class TurnRelease {
  private final TaskTransitions transitions;
  private final LambdaDirectory directory;
  private final QueueCapacity room;
  private final Pusher pusher;
  private final PlanTasks tasks;
  private final DrainRates drainRates;
  private final AlarmTimes times;
  private final RandomGenerator random;
  private final ConsumerMetrics metrics;

  /** Marked tasks that are not pushed yet; bounded by the looks that are made together. */
  private final Queue<Marked> marked = new ConcurrentLinkedQueue<>();

  private record Marked(Pusher.Push push, Instant scheduledAt) {}

  @Inject
  TurnRelease(
      TaskTransitions transitions,
      LambdaDirectory directory,
      QueueCapacity room,
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
   * Marks a task, to be pushed by {@link #push}. May be repeated: a released task is left alone.
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
    marked.add(new Marked(new Pusher.Push(queue, ref, 0), header.scheduledAt()));
  }

  /** Pushes all marked tasks. */
  void push(Pool threads, Instant now) {
    var all = take();
    if (all.isEmpty()) {
      return;
    }
    var failed = pusher.push(all.stream().map(Marked::push).toList(), threads, now);
    for (var one : all) {
      if (!failed.contains(one.push().ref())) {
        drainRates.released(one.push().queue(), 1);
        metrics.released(Duration.between(one.scheduledAt(), now));
      }
    }
  }

  /**
   * Forgets the marked tasks, whose marks perhaps do not last; where they do, an alarm brings the
   * task back.
   */
  void drop() {
    var unused = take();
  }

  private List<Marked> take() {
    var all = new ArrayList<Marked>();
    for (var one = marked.poll(); one != null; one = marked.poll()) {
      all.add(one);
    }
    return all;
  }

  private boolean mayGo(Association task, LambdaDefinition lambda, QueueName queue, Instant now) {
    var header = task.header();
    return !header.scheduledAt().isAfter(now)
        && header.deadline().isAfter(now)
        && lambda.priorities().contains(header.priority())
        && lambda.dispatchRate() == 0
        && GateDecision.of(directory.gates(), header.lambda(), header.collection(), now)
            instanceof GateDecision.Pass
        && room.left(queue, now) > marked.size();
  }

  /**
   * Applies a transition, and asks once more when the answer was lost: the refusal then shows whose
   * the mark is.
   */
  private TransitionResult apply(Transition transition) {
    try {
      return transitions.apply(transition);
    } catch (StoreOutcomeUnknownException e) {
      return transitions.apply(transition);
    }
  }
}
