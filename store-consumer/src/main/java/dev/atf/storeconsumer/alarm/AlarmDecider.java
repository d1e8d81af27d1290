package dev.atf.storeconsumer.alarm;

import dev.atf.model.AlarmTimes;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.queue.QueueName;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.release.CapacityReservations;
import dev.atf.storeconsumer.release.PolledQueues;
import dev.atf.storeconsumer.release.QueueCapacity;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.random.RandomGenerator;

/** Gathers what is known of a task whose alarm rang, and decides what becomes of it. */
public final class AlarmDecider {
  private final LambdaDirectory directory;
  private final DueNotices notices;
  private final LeaseExpiry expiry;
  private final QueueCapacity room;
  private final PolledQueues queues;
  private final BlockedTasks blocked;
  private final AlarmTimes times;
  private final RandomGenerator random;

  @Inject
  public AlarmDecider(
      LambdaDirectory directory,
      DueNotices notices,
      LeaseExpiry expiry,
      QueueCapacity room,
      PolledQueues queues,
      BlockedTasks blocked,
      AlarmTimes times,
      RandomGenerator random) {
    this.directory = directory;
    this.notices = notices;
    this.expiry = expiry;
    this.room = room;
    this.queues = queues;
    this.blocked = blocked;
    this.times = times;
    this.random = random;
  }

  /** Makes the places that the pushes of one chunk may take in their queues. */
  CapacityReservations reservations(Instant now) {
    return new CapacityReservations(room, now);
  }

  AlarmDecision decide(Association task, CapacityReservations places, AlarmTurn turn) {
    var now = turn.now();
    var lambda = directory.find(task.header().lambda());
    if (lambda.isEmpty()) {
      return new AlarmDecision.Ignore(AlarmDecision.Reason.LAMBDA_UNKNOWN);
    }
    if (task.notices().pending()) {
      return AlarmDecision.settle(task, notices.of(task), lambda.get(), now);
    }
    boolean deathCounts = expiry.deathCounts(task, now);
    boolean unclaimed = task.status() == TaskStatus.ENQUEUED;
    boolean polled = unclaimed && queues.polled(lambda.get().name(), now);
    boolean mayPush = unclaimed && (polled || task.pushes() <= 0) && mayPush(task, places, now);
    var facts =
        new AlarmFacts(
            lambda.get(),
            directory.gates(),
            times,
            deathCounts,
            polled,
            mayPush,
            now,
            expiry.clockInDoubt(),
            directory.subscriptions().of(lambda.get().name()));
    var decision =
        task.status() == TaskStatus.BLOCKED
            ? AlarmDecision.ofBlocked(task, facts, blocked::waits)
            : AlarmDecision.of(task, facts, random);
    if (decision instanceof AlarmDecision.Drop drop && !directory.mayDrop(drop.gate())) {
      return new AlarmDecision.Ignore(AlarmDecision.Reason.LAMBDA_UNKNOWN);
    }
    if (decision instanceof AlarmDecision.GiveUp && facts.clockInDoubt()) {
      return postpone(task, turn, AlarmDecision.Reason.CLOCK_IN_DOUBT);
    }
    if (!(decision instanceof AlarmDecision.Expire)) {
      return decision;
    }
    return switch (expiry.ask(task, lambda.get(), turn)) {
      case GRANTED -> decision;
      case PROBE -> AlarmDecision.probe(task, facts);
      case CLOCK_IN_DOUBT -> postpone(task, turn, AlarmDecision.Reason.CLOCK_IN_DOUBT);
      case RECOVERING -> postpone(task, turn, AlarmDecision.Reason.RECOVERING);
    };
  }

  private static AlarmDecision postpone(
      Association task, AlarmTurn turn, AlarmDecision.Reason reason) {
    turn.postpone(task.taskId());
    return new AlarmDecision.Ignore(reason);
  }

  private boolean mayPush(Association task, CapacityReservations places, Instant now) {
    var queue = queueOf(task);
    return !room.refusing(queue, now)
        && RepushRule.worthPushing(
            task.pushes(), times.doublingsMax(), room.depth(queue, now), room.depthMax())
        && places.take(queue);
  }

  static QueueName queueOf(Association task) {
    return new QueueName(task.header().lambda(), task.header().priority());
  }
}
