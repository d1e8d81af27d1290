package dev.atf.storeconsumer.alarm;

import com.google.common.collect.Lists;
import dev.atf.model.AlarmTimes;
import dev.atf.model.Association;
import dev.atf.model.TaskStatus;
import dev.atf.model.transition.Transition;
import dev.atf.queue.QueueName;
import dev.atf.store.StoreException;
import dev.atf.store.TaskTransitions;
import dev.atf.store.TransitionResult;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.plans.ChildTasks;
import dev.atf.storeconsumer.poll.PolledQueues;
import dev.atf.storeconsumer.pool.AlarmPool;
import dev.atf.storeconsumer.recovery.Recovery;
import dev.atf.storeconsumer.release.CapacityReservations;
import dev.atf.storeconsumer.release.Pusher;
import dev.atf.storeconsumer.release.QueueCapacity;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides about each task whose alarm rang, writes the decision, and then pushes the references
 * that it names.
 */
@Singleton
public final class AlarmHandler {
  private static final Logger log = LoggerFactory.getLogger(AlarmHandler.class);

  private final TaskTransitions transitions;
  private final LambdaDirectory directory;
  private final ExpiryGuard expiryGuard;
  private final Recovery recovery;
  private final QueueCapacity room;
  private final PolledQueues queues;
  private final Pusher pusher;
  private final ChildTasks childTasks;
  private final AlarmTimes times;
  private final AlarmPool pool;
  private final Settings settings;
  private final RandomGenerator random;
  private final ConsumerMetrics metrics;

  /**
   * @param chunkMax alarms dealt with at the same time, and pushed before the next
   */
  public record Settings(int chunkMax) {}

  private record Handled(boolean skipped, Optional<Pusher.Push> push) {
    static final Handled SKIPPED = new Handled(true, Optional.empty());
    static final Handled DONE = new Handled(false, Optional.empty());
  }

  @Inject
  public AlarmHandler(
      TaskTransitions transitions,
      LambdaDirectory directory,
      ExpiryGuard expiryGuard,
      Recovery recovery,
      QueueCapacity room,
      PolledQueues queues,
      Pusher pusher,
      ChildTasks childTasks,
      AlarmTimes times,
      AlarmPool pool,
      Settings settings,
      RandomGenerator random,
      ConsumerMetrics metrics) {
    this.transitions = transitions;
    this.directory = directory;
    this.expiryGuard = expiryGuard;
    this.recovery = recovery;
    this.room = room;
    this.queues = queues;
    this.pusher = pusher;
    this.childTasks = childTasks;
    this.times = times;
    this.pool = pool;
    this.settings = settings;
    this.random = random;
    this.metrics = metrics;
  }

  /**
   * Handles all alarms, unless the turn is over before. Alarms whose writes the store did not take
   * are left to the next round.
   *
   * @param rang tasks whose alarms rang, as read, perhaps a little behind
   * @return false if some were not looked at
   */
  boolean handle(Collection<Association> rang, AlarmTurn turn) {
    boolean all = true;
    for (var chunk : Lists.partition(List.copyOf(rang), settings.chunkMax())) {
      var places = new CapacityReservations(room, turn.now());
      var handled = pool.threads().map(chunk, task -> handle(task, places, turn));
      pusher.push(
          handled.stream().flatMap(done -> done.push().stream()).toList(),
          pool.threads(),
          turn.now());
      all &= handled.stream().noneMatch(Handled::skipped);
    }
    return all;
  }

  private Handled handle(Association task, CapacityReservations places, AlarmTurn turn) {
    if (turn.isOver()) {
      return Handled.SKIPPED;
    }
    try {
      var decision = decide(task, places, turn);
      if (decision instanceof AlarmDecision.Ignore ignore) {
        metrics.alarmIgnored(ignore.reason());
        return Handled.DONE;
      }
      return write(task, (AlarmDecision.Written) decision, turn);
    } catch (RuntimeException e) {
      // The other alarms of the page are handled all the same.
      log.warn("taskId={} its alarm could not be dealt with", task.taskId(), e);
      return Handled.DONE;
    }
  }

  private Handled write(Association task, AlarmDecision.Written written, AlarmTurn turn) {
    if (written instanceof AlarmDecision.Settle settle && !made(settle, turn)) {
      return Handled.DONE;
    }
    var result = write(written.transition());
    if (result.isEmpty()) {
      turn.failed();
      return Handled.DONE;
    }
    turn.answered();
    if (result.get() instanceof TransitionResult.Applied) {
      logEnd(task, written);
      if (written instanceof AlarmDecision.PushAgain again) {
        metrics.pushedAgain();
        var push = new Pusher.Push(queueOf(task), again.ref(), again.refusals());
        return new Handled(false, Optional.of(push));
      }
      if (written instanceof AlarmDecision.WaitTurn) {
        metrics.alarmDoubled();
      }
    }
    return Handled.DONE;
  }

  /**
   * Creates the missing children; repeated until their parent is settled.
   *
   * @return false if some are perhaps missing: then the parent's alarm rings again
   */
  private boolean made(AlarmDecision.Settle settle, AlarmTurn turn) {
    try {
      return childTasks.make(settle, turn::isOver, turn.now());
    } catch (StoreException e) {
      turn.failed();
      metrics.alarmFailed(settle.transition().event());
      return false;
    }
  }

  private AlarmDecision decide(Association task, CapacityReservations places, AlarmTurn turn) {
    var now = turn.now();
    var lambda = directory.find(task.header().lambda());
    if (lambda.isEmpty()) {
      return new AlarmDecision.Ignore(AlarmDecision.Reason.LAMBDA_UNKNOWN);
    }
    boolean deathCounts = recovery.deathCounts(task, now);
    boolean unclaimed = task.status() == TaskStatus.ENQUEUED;
    boolean polled = unclaimed && queues.polled(lambda.get().name(), now);
    boolean mayPush = unclaimed && (polled || task.pushes() <= 0) && mayPush(task, places, now);
    var facts =
        new AlarmFacts(lambda.get(), directory.gates(), times, deathCounts, polled, mayPush, now);
    var decision = AlarmDecision.of(task, facts, random);
    if (decision instanceof AlarmDecision.Drop drop && !directory.mayDrop(drop.gate())) {
      return new AlarmDecision.Ignore(AlarmDecision.Reason.LAMBDA_UNKNOWN);
    }
    if (!(decision instanceof AlarmDecision.Expire)) {
      return decision;
    }
    if (!expiryGuard.mayExpire(task, lambda.get())) {
      turn.postpone(task.taskId());
      return new AlarmDecision.Ignore(AlarmDecision.Reason.CLOCK_IN_DOUBT);
    }
    if (recovery.mayExpire()) {
      return decision;
    }
    if (recovery.writesMissing() && turn.mayProbe(lambda.get().name())) {
      return AlarmDecision.probe(task, facts);
    }
    turn.postpone(task.taskId());
    return new AlarmDecision.Ignore(AlarmDecision.Reason.RECOVERING);
  }

  /**
   * Writes a transition; empty if the store failed: the task's alarm still rings, or is already
   * right.
   */
  private Optional<TransitionResult> write(Transition transition) {
    try {
      var result = transitions.apply(transition);
      if (result instanceof TransitionResult.Applied) {
        metrics.alarmApplied(transition.event());
      } else {
        // The task has moved since it was read: a heartbeat, an outcome, or another consumer.
        metrics.alarmLost(transition.event());
      }
      return Optional.of(result);
    } catch (StoreException e) {
      metrics.alarmFailed(transition.event());
      return Optional.empty();
    } catch (RuntimeException e) {
      // Not promised by the port; the other alarms of the page are handled all the same.
      log.warn("taskId={} event={} failed", transition.taskId(), transition.event(), e);
      metrics.alarmFailed(transition.event());
      return Optional.empty();
    }
  }

  private boolean mayPush(Association task, CapacityReservations places, Instant now) {
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
