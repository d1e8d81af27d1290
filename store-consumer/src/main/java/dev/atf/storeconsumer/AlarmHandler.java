package dev.atf.storeconsumer;

import dev.atf.model.Association;
import dev.atf.model.Transition;
import dev.atf.queue.QueueName;
import dev.atf.store.StoreException;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides about each task whose alarm rang, writes the decision, and then pushes what it says. */
@Singleton
final class AlarmHandler {
  private static final Logger log = LoggerFactory.getLogger(AlarmHandler.class);

  private final TaskTransitions transitions;
  private final LambdaDirectory directory;
  private final ExpiryGuard expiryGuard;
  private final QueueRoom room;
  private final Pusher pusher;
  private final AlarmTimes times;
  private final AlarmPool pool;
  private final RandomGenerator random;
  private final ConsumerMetrics metrics;

  @Inject
  AlarmHandler(
      TaskTransitions transitions,
      LambdaDirectory directory,
      ExpiryGuard expiryGuard,
      QueueRoom room,
      Pusher pusher,
      AlarmTimes times,
      AlarmPool pool,
      RandomGenerator random,
      ConsumerMetrics metrics) {
    this.transitions = transitions;
    this.directory = directory;
    this.expiryGuard = expiryGuard;
    this.room = room;
    this.pusher = pusher;
    this.times = times;
    this.pool = pool;
    this.random = random;
    this.metrics = metrics;
  }

  /**
   * Deals with all. What the store did not take is left to the next round.
   *
   * @param rang as they were read, perhaps a little behind
   */
  void handle(Collection<Association> rang, Instant now) {
    var pushes =
        FanOut.map(pool.executor(), rang, task -> handle(task, now)).stream()
            .flatMap(Optional::stream)
            .toList();
    pusher.push(pushes, pool.executor(), now);
  }

  private Optional<Pusher.Push> handle(Association task, Instant now) {
    var decision = decide(task, now);
    if (decision instanceof AlarmDecision.Ignore ignore) {
      metrics.alarmIgnored(ignore.reason());
    }
    if (decision instanceof AlarmDecision.Written written && write(written.transition())) {
      logEnd(task, written);
      if (written instanceof AlarmDecision.PushAgain again) {
        return copy(task, again, now);
      }
    }
    return Optional.empty();
  }

  private AlarmDecision decide(Association task, Instant now) {
    var lambda = directory.find(task.header().lambda());
    if (lambda.isEmpty()) {
      return new AlarmDecision.Ignore(AlarmDecision.Reason.LAMBDA_UNKNOWN);
    }
    var decision = AlarmDecision.of(task, lambda.get(), directory.gates(), times, now, random);
    return decision instanceof AlarmDecision.Expire && !expiryGuard.mayExpire(task, lambda.get())
        ? new AlarmDecision.Ignore(AlarmDecision.Reason.CLOCK_IN_DOUBT)
        : decision;
  }

  private boolean write(Transition transition) {
    try {
      if (transitions.apply(transition) instanceof TransitionResult.Applied) {
        metrics.alarmApplied(transition.event());
        return true;
      }
      // It has moved since it was read: a heartbeat, an outcome, or another consumer.
      metrics.alarmLost(transition.event());
      return false;
    } catch (StoreException e) {
      // Its alarm still rings, or is already what it should be.
      metrics.alarmFailed(transition.event());
      return false;
    } catch (RuntimeException e) {
      // Not the port's promise; the other alarms of the page are dealt with all the same.
      log.warn("taskId={} event={} failed", transition.taskId(), transition.event(), e);
      metrics.alarmFailed(transition.event());
      return false;
    }
  }

  private Optional<Pusher.Push> copy(Association task, AlarmDecision.PushAgain again, Instant now) {
    var queue = new QueueName(task.header().lambda(), task.header().priority());
    if (!room.refusing(queue, now)
        && RepushRule.worthPushing(
            again.pushes(), times.doublingsMax(), room.depth(queue, now), room.depthMax())) {
      metrics.pushedAgain();
      return Optional.of(new Pusher.Push(queue, again.ref(), again.pushes() + 1));
    }
    metrics.alarmDoubled();
    return Optional.empty();
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
