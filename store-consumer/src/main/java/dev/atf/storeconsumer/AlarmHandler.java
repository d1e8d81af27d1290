package dev.atf.storeconsumer;

import dev.atf.model.Association;
import dev.atf.model.TaskStatus;
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
  private final Recovery recovery;
  private final QueueRoom room;
  private final Pusher pusher;
  private final AlarmTimes times;
  private final AlarmPool pool;
  private final RandomGenerator random;
  private final ConsumerMetrics metrics;

  private enum Write {
    NONE,
    ANSWERED,
    FAILED
  }

  private record Handled(Write write, Optional<Pusher.Push> push) {}

  @Inject
  AlarmHandler(
      TaskTransitions transitions,
      LambdaDirectory directory,
      ExpiryGuard expiryGuard,
      Recovery recovery,
      QueueRoom room,
      Pusher pusher,
      AlarmTimes times,
      AlarmPool pool,
      RandomGenerator random,
      ConsumerMetrics metrics) {
    this.transitions = transitions;
    this.directory = directory;
    this.expiryGuard = expiryGuard;
    this.recovery = recovery;
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
   * @return false if the store took none of the writes
   */
  boolean handle(Collection<Association> rang, Instant now) {
    var places = new FreePlaces(room, now);
    var handled = FanOut.map(pool.executor(), rang, task -> handle(task, places, now));
    pusher.push(
        handled.stream().flatMap(done -> done.push().stream()).toList(), pool.executor(), now);
    boolean some = handled.stream().anyMatch(done -> done.write() == Write.ANSWERED);
    return some || handled.stream().noneMatch(done -> done.write() == Write.FAILED);
  }

  private Handled handle(Association task, FreePlaces places, Instant now) {
    var decision = decide(task, places, now);
    if (decision instanceof AlarmDecision.Ignore ignore) {
      metrics.alarmIgnored(ignore.reason());
      return new Handled(Write.NONE, Optional.empty());
    }
    var written = (AlarmDecision.Written) decision;
    var result = write(written.transition());
    if (result.isEmpty()) {
      return new Handled(Write.FAILED, Optional.empty());
    }
    var push = Optional.<Pusher.Push>empty();
    if (result.get() instanceof TransitionResult.Applied) {
      logEnd(task, written);
      if (written instanceof AlarmDecision.PushAgain again) {
        metrics.pushedAgain();
        push = Optional.of(new Pusher.Push(queueOf(task), again.ref(), again.refusals()));
      } else if (written instanceof AlarmDecision.WaitTurn) {
        metrics.alarmDoubled();
      }
    }
    return new Handled(Write.ANSWERED, push);
  }

  private AlarmDecision decide(Association task, FreePlaces places, Instant now) {
    var lambda = directory.find(task.header().lambda());
    if (lambda.isEmpty()) {
      return new AlarmDecision.Ignore(AlarmDecision.Reason.LAMBDA_UNKNOWN);
    }
    boolean deathCounts = recovery.deathCounts(task, now);
    boolean mayPush = task.status() == TaskStatus.ENQUEUED && mayPush(task, places, now);
    var facts = new AlarmFacts(lambda.get(), directory.gates(), times, deathCounts, mayPush, now);
    var decision = AlarmDecision.of(task, facts, random);
    if (!(decision instanceof AlarmDecision.Expire)) {
      return decision;
    }
    if (!expiryGuard.mayExpire(task, lambda.get())) {
      return new AlarmDecision.Ignore(AlarmDecision.Reason.CLOCK_IN_DOUBT);
    }
    return recovery.mayExpire()
        ? decision
        : new AlarmDecision.Ignore(AlarmDecision.Reason.RECOVERING);
  }

  /** Empty if the store failed: its alarm still rings, or is already what it should be. */
  private Optional<TransitionResult> write(Transition transition) {
    try {
      var result = transitions.apply(transition);
      if (result instanceof TransitionResult.Applied) {
        metrics.alarmApplied(transition.event());
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

  private boolean mayPush(Association task, FreePlaces places, Instant now) {
    var queue = queueOf(task);
    return !room.refusing(queue, now)
        && RepushRule.worthPushing(
            task.pushes(), times.doublingsMax(), room.depth(queue, now), room.depthMax())
        && places.take(queue);
  }

  private static QueueName queueOf(Association task) {
    return new QueueName(task.header().lambda(), task.header().priority());
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
