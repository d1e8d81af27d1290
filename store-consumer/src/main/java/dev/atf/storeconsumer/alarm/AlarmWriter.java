package dev.atf.storeconsumer.alarm;

import dev.atf.hints.Hints;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.Transition;
import dev.atf.store.StoreException;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.release.DueTask;
import jakarta.inject.Inject;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what was decided about a task whose alarm rang. */
public final class AlarmWriter {
  private static final Logger log = LoggerFactory.getLogger(AlarmWriter.class);

  private final TaskTransitions transitions;
  private final ChildCreation children;
  private final Hints hints;
  private final ConsumerMetrics metrics;

  @Inject
  public AlarmWriter(
      TaskTransitions transitions, ChildCreation children, Hints hints, ConsumerMetrics metrics) {
    this.transitions = transitions;
    this.children = children;
    this.hints = hints;
    this.metrics = metrics;
  }

  /** Writes the decision, and returns what is to be pushed now that it stands. */
  Optional<DueTask> write(Association task, AlarmDecision.Written written, AlarmTurn turn) {
    if (written instanceof AlarmDecision.Settle settle && !made(settle, turn)) {
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
   * Makes those children that nobody has made yet; repeats itself until their parent is settled.
   *
   * @return false if some are perhaps not there: then their parent rings again
   */
  private boolean made(AlarmDecision.Settle settle, AlarmTurn turn) {
    try {
      return children.create(settle, turn::isOver, turn.now());
    } catch (StoreException e) {
      turn.failed();
      metrics.alarmFailed(settle.transition().event());
      return false;
    }
  }

  /** Returns nothing if the store failed: the alarm still rings, or is what it should be. */
  private Optional<TransitionResult> write(Transition transition) {
    try {
      var result = transitions.apply(transition);
      if (result instanceof TransitionResult.Applied applied) {
        if (!isDeadCanary(applied.after())) {
          metrics.alarmApplied(transition.event());
        }
      } else {
        // It has moved since it was read: a heartbeat, an outcome, or another consumer.
        metrics.alarmLost(transition.event());
      }
      return Optional.of(result);
    } catch (StoreException e) {
      metrics.alarmFailed(transition.event());
      return Optional.empty();
    } catch (RuntimeException e) {
      // Not the port's promise; the other alarms of the page are dealt with all the same.
      log.warn("taskId={} event={} failed", transition.taskId(), transition.event(), e);
      metrics.alarmFailed(transition.event());
      return Optional.empty();
    }
  }

  /** Returns whether it would be a dead letter, were it no canary. */
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
