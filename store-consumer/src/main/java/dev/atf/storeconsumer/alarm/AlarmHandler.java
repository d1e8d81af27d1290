package dev.atf.storeconsumer.alarm;

import com.google.common.collect.Lists;
import dev.atf.hints.Hints;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.Transition;
import dev.atf.store.StoreException;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.pool.WorkPools;
import dev.atf.storeconsumer.release.DueTask;
import dev.atf.storeconsumer.release.Releaser;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides about each task whose alarm rang, writes the decision, and then pushes the references
 * that it names.
 */
@Singleton
public final class AlarmHandler {
  private static final Logger log = LoggerFactory.getLogger(AlarmHandler.class);

  private final AlarmDecider decider;
  private final TaskTransitions transitions;
  private final ChildCreation children;
  private final Hints hints;
  private final Releaser releaser;
  private final WorkPools pools;
  private final ConsumerMetrics metrics;

  /**
   * Result of one alarm.
   *
   * @param skipped whether the turn ended before the alarm was handled
   * @param push task to push after the decision is written
   */
  private record Handled(boolean skipped, Optional<DueTask> push) {
    static final Handled SKIPPED = new Handled(true, Optional.empty());
    static final Handled DONE = new Handled(false, Optional.empty());
  }

  @Inject
  public AlarmHandler(
      AlarmDecider decider,
      TaskTransitions transitions,
      ChildCreation children,
      Hints hints,
      Releaser releaser,
      WorkPools pools,
      ConsumerMetrics metrics) {
    this.decider = decider;
    this.transitions = transitions;
    this.children = children;
    this.hints = hints;
    this.releaser = releaser;
    this.pools = pools;
    this.metrics = metrics;
  }

  /**
   * Handles all alarms, until the turn ends. Alarms whose writes the store did not accept are
   * handled in the next round.
   *
   * @param rang tasks whose alarms rang, possibly slightly outdated
   * @return false if some alarms were not handled
   */
  boolean handle(Collection<Association> rang, AlarmTurn turn) {
    boolean all = true;
    for (var chunk : Lists.partition(List.copyOf(rang), pools.alarmChunk())) {
      var reservations = decider.reservations(turn.now());
      var handled = pools.alarm().map(chunk, task -> handle(task, reservations, turn));
      releaser.push(
          handled.stream().flatMap(done -> done.push().stream()).toList(),
          pools.alarm(),
          turn.now());
      all &= handled.stream().noneMatch(Handled::skipped);
    }
    return all;
  }

  private Handled handle(Association task, AlarmDecider.Reservations reservations, AlarmTurn turn) {
    if (turn.isOver()) {
      return Handled.SKIPPED;
    }
    try {
      var decision = decider.decide(task, reservations, turn);
      if (decision instanceof AlarmDecision.Ignore ignore) {
        metrics.alarmIgnored(ignore.reason());
        return Handled.DONE;
      }
      return new Handled(false, write(task, (AlarmDecision.Written) decision, turn));
    } catch (RuntimeException e) {
      // The other alarms of the page are still handled.
      log.warn("taskId={} its alarm could not be handled", task.taskId(), e);
      return Handled.DONE;
    }
  }

  /** Writes the decision, and returns the task to push after it. */
  private Optional<DueTask> write(Association task, AlarmDecision.Written written, AlarmTurn turn) {
    if (written instanceof AlarmDecision.Settle settle && !isSettled(settle, turn)) {
      return Optional.empty();
    }
    var result = write(written.transition());
    if (result.isEmpty()) {
      turn.failed();
      return Optional.empty();
    }
    turn.answered();
    if (result.get() instanceof TransitionResult.Applied applied) {
      hints.written(applied.after());
      logEnd(task, written);
      if (written instanceof AlarmDecision.PushAgain again) {
        metrics.pushedAgain();
        return Optional.of(again.task());
      }
      if (written instanceof AlarmDecision.WaitTurn) {
        metrics.alarmDoubled();
      }
    }
    return Optional.empty();
  }

  /**
   * Creates the children that do not exist yet. This is repeated until their parent is settled.
   *
   * @return false if some may be missing; their parent's alarm then rings again
   */
  private boolean isSettled(AlarmDecision.Settle settle, AlarmTurn turn) {
    try {
      return children.create(settle, turn::isOver, turn.now());
    } catch (StoreException e) {
      turn.failed();
      metrics.alarmFailed(settle.transition().event());
      return false;
    }
  }

  /**
   * Writes a transition; empty if the store failed. The alarm then rings again, or was already
   * moved.
   */
  private Optional<TransitionResult> write(Transition transition) {
    try {
      var result = transitions.apply(transition);
      if (result instanceof TransitionResult.Applied applied) {
        if (!isDeadCanary(applied.after())) {
          metrics.alarmApplied(transition.event());
        }
      } else {
        // The task has changed since it was read, by a heartbeat, an outcome, or another consumer.
        metrics.alarmLost(transition.event());
      }
      return Optional.of(result);
    } catch (StoreException e) {
      metrics.alarmFailed(transition.event());
      return Optional.empty();
    } catch (RuntimeException e) {
      // The port does not allow this exception; the other alarms of the page are still handled.
      log.warn("taskId={} event={} failed", transition.taskId(), transition.event(), e);
      metrics.alarmFailed(transition.event());
      return Optional.empty();
    }
  }

  /**
   * Returns whether the task is a canary that failed permanently. Any other such task would be a
   * dead letter.
   */
  private static boolean isDeadCanary(Association after) {
    return after.status() == TaskStatus.FATAL_FAILURE && after.header().isCanary();
  }

  private static void logEnd(Association task, AlarmDecision.Written written) {
    if (written instanceof AlarmDecision.Expire || written instanceof AlarmDecision.GiveUp) {
      log.info(
          "taskId={} lambda={} attempt={} epoch={} event={}",
          task.taskId(),
          task.header().lambda(),
          task.attempt(),
          task.epoch(),
          written.transition().event());
    }
  }
}
