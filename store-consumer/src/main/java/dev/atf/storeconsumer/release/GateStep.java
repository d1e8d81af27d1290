package dev.atf.storeconsumer.release;

import dev.atf.hints.Hints;
import dev.atf.model.task.Association;
import dev.atf.model.task.GateTransitions;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
import dev.atf.queue.QueueName;
import dev.atf.runtime.loop.Step;
import dev.atf.store.StoreException;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.pool.WorkPools;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles due tasks behind closed gates, separately from tasks that are released. Tasks of a paused
 * collection are moved to the collection's list. Tasks behind a gate that drops them end. Each
 * costs one write. Nothing is pushed, so the capacity of a queue does not matter.
 */
@Singleton
public final class GateStep implements Step {
  private static final Logger log = LoggerFactory.getLogger(GateStep.class);

  /**
   * Maximum number of tasks in one chunk. A release waits for at most one write of each thread that
   * marks tasks (16 by default).
   */
  static final int CHUNK_MAX = 16;

  /** Maximum number of waiting tasks. The next poll finds further tasks in the store again. */
  static final int WAITING_MAX = 2_000;

  /**
   * Maximum number of waiting tasks for one queue, so that a dropped backlog leaves capacity for
   * the others.
   */
  static final int WAITING_FOR_ONE_MAX = 500;

  private static final Duration IDLE_MAX = Duration.ofSeconds(1);

  private final LookAhead waiting = new LookAhead(WAITING_MAX);
  private final TaskTransitions transitions;
  private final LambdaDirectory directory;
  private final Hints hints;
  private final WorkPools pools;
  private final InstantSource clock;
  private final ConsumerMetrics metrics;

  @Inject
  public GateStep(
      TaskTransitions transitions,
      LambdaDirectory directory,
      Hints hints,
      WorkPools pools,
      InstantSource clock,
      ConsumerMetrics metrics) {
    this.transitions = transitions;
    this.directory = directory;
    this.hints = hints;
    this.pools = pools;
    this.clock = clock;
    this.metrics = metrics;
  }

  /** Sets the action for a task that must be handled before all others. */
  public void whenEarlier(Runnable action) {
    waiting.whenEarlier(action);
  }

  /** Accepts a task, which is handled when it is due. Returns false if there is no capacity now. */
  public boolean offer(DueTask task) {
    return waiting.offer(task, WAITING_FOR_ONE_MAX, 1) != LookAhead.Offer.FULL;
  }

  public boolean hasRoom(QueueName queue) {
    return waiting.size() < WAITING_MAX && waiting.heldFor(queue) < WAITING_FOR_ONE_MAX;
  }

  /**
   * Writes one chunk.
   *
   * @throws WritesFailedException if the store accepted none of its writes
   */
  @Override
  public Duration turn() {
    var now = clock.instant();
    var due = waiting.nextBatch(now, CHUNK_MAX, queue -> CHUNK_MAX);
    if (!due.isEmpty()) {
      try {
        var written = pools.mark().map(due, task -> handle(task, now));
        if (written.stream().noneMatch(done -> done)) {
          throw new WritesFailedException(
              "none of " + due.size() + " tasks behind a closed gate could be written");
        }
      } finally {
        waiting.forget(due);
      }
    }
    var then = clock.instant();
    return waiting.untilNext(then, IDLE_MAX, queue -> then);
  }

  /**
   * Handles a task. Returns false if the store failed, so that the next poll finds the task again.
   */
  private boolean handle(DueTask task, Instant now) {
    return transition(task, Optional.empty(), now).map(it -> write(it, task, now)).orElse(true);
  }

  /**
   * Decides again, because the gate may have been opened since the task was read.
   *
   * @param asking header of a task that is known to request a notice of its end
   */
  private Optional<Transition> transition(DueTask task, Optional<TaskHeader> asking, Instant now) {
    var lambda = directory.find(task.queue().lambda());
    if (lambda.isEmpty()) {
      return Optional.empty();
    }
    var decision = GateDecision.of(directory.gates(), lambda.get().name(), task.collection(), now);
    if (decision instanceof GateDecision.Hold hold) {
      return Optional.of(
          GateTransitions.hold(
                  task.taskId(), task.seenEpoch(), now, task.held(), task.dueAt(), hold.reason())
              .onlyOf(lambda.get().name()));
    }
    if (decision instanceof GateDecision.Drop drop && directory.mayDrop(drop.gate())) {
      var ending = directory.ending(now, lambda.get());
      return Optional.of(
          GateTransitions.drop(
                  task.taskId(),
                  task.seenEpoch(),
                  Outcome.failure("", drop.failure()),
                  asking.map(ending::of).orElse(ending))
              .onlyOf(lambda.get().name()));
    }
    return Optional.empty();
  }

  private boolean write(Transition transition, DueTask task, Instant now) {
    try {
      if (apply(transition, task, now) instanceof TransitionResult.Applied applied) {
        hints.written(applied.after());
        metrics.gated(transition.event());
      }
      return true;
    } catch (StoreException e) {
      metrics.gateFailed();
      return false;
    } catch (RuntimeException e) {
      // The port does not allow this exception; the others of the chunk are still handled.
      log.warn("taskId={} event={} failed", transition.taskId(), transition.event(), e);
      metrics.gateFailed();
      return false;
    }
  }

  /**
   * Writes the transition. If a drop is refused because the task requests a notice of its end, it
   * is written once more.
   */
  private TransitionResult apply(Transition transition, DueTask task, Instant now) {
    var result = transitions.apply(transition);
    if (!(result instanceof TransitionResult.Refused refused)
        || transition.event() != TaskEvent.DROP) {
      return result;
    }
    var asking =
        refused.found().map(Association::header).filter(header -> header.onFinish() != null);
    return asking.isEmpty()
        ? result
        : transition(task, asking, now).map(transitions::apply).orElse(result);
  }
}
