package dev.atf.storeconsumer.alarm;

import dev.atf.model.AlarmTimes;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.Notice;
import dev.atf.model.task.NoticeTarget;
import dev.atf.model.task.OnFinish;
import dev.atf.model.task.Subscription;
import dev.atf.model.task.Subscriptions;
import dev.atf.model.task.WallTime;
import dev.atf.queue.QueueName;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.release.PolledQueues;
import dev.atf.storeconsumer.release.QueueCapacity;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the facts about a task whose alarm rang, and lets {@link AlarmDecision} decide. It
 * postpones decisions that must wait: no lease and no task ends while the clock is in doubt or just
 * after an outage.
 */
public final class AlarmDecider {
  private static final Logger log = LoggerFactory.getLogger(AlarmDecider.class);

  private final LambdaDirectory directory;
  private final LeaseExpiry expiry;
  private final QueueCapacity capacity;
  private final PolledQueues queues;
  private final BlockedTasks blocked;
  private final AlarmTimes times;
  private final RandomGenerator random;

  @Inject
  public AlarmDecider(
      LambdaDirectory directory,
      LeaseExpiry expiry,
      QueueCapacity capacity,
      PolledQueues queues,
      BlockedTasks blocked,
      AlarmTimes times,
      RandomGenerator random) {
    this.directory = directory;
    this.expiry = expiry;
    this.capacity = capacity;
    this.queues = queues;
    this.blocked = blocked;
    this.times = times;
    this.random = random;
  }

  AlarmDecision decide(Association task, Reservations reservations, AlarmTurn turn) {
    var now = turn.now();
    var lambda = directory.find(task.header().lambda());
    if (lambda.isEmpty()) {
      return new AlarmDecision.Ignore(AlarmDecision.Reason.LAMBDA_UNKNOWN);
    }
    if (task.notices().pending()) {
      return AlarmDecision.settle(task, notices(task), lambda.get(), now);
    }
    boolean deathCounts = expiry.deathCounts(task, now);
    boolean unclaimed = task.status() == TaskStatus.ENQUEUED;
    boolean polled = unclaimed && queues.polled(lambda.get().name(), now);
    boolean mayPush =
        unclaimed && (polled || task.pushes() <= 0) && mayPush(task, reservations, now);
    var facts =
        new AlarmDecision.Facts(
            lambda.get(),
            directory.gates(),
            times,
            deathCounts,
            polled,
            mayPush,
            new WallTime(now, expiry.clockInDoubt()),
            directory.subscriptions().of(lambda.get().name()));
    var decision =
        task.status() == TaskStatus.BLOCKED
            ? AlarmDecision.ofBlocked(task, facts, blocked::waits)
            : AlarmDecision.of(task, facts, random);
    if (decision instanceof AlarmDecision.Drop drop && !directory.mayDrop(drop.gate())) {
      return new AlarmDecision.Ignore(AlarmDecision.Reason.LAMBDA_UNKNOWN);
    }
    if (decision instanceof AlarmDecision.GiveUp && facts.wallTime().inDoubt()) {
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

  private boolean mayPush(Association task, Reservations reservations, Instant now) {
    var queue = new QueueName(task.header().lambda(), task.header().priority());
    return !capacity.refusing(queue, now)
        && RepushRule.worthPushing(
            task.pushes(), times.doublingsMax(), capacity.depth(queue, now), capacity.depthMax())
        && reservations.take(queue);
  }

  /** Creates the reservations for the pushes of one chunk. */
  Reservations reservations(Instant now) {
    return new Reservations(capacity, now);
  }

  /**
   * Capacity of queues that concurrently handled alarms have reserved for their references. Each
   * alarm reserves its own capacity, so that only a few of them try an unavailable queue.
   * Thread-safe.
   */
  static final class Reservations {
    private final QueueCapacity capacity;
    private final Instant now;
    private final Map<QueueName, AtomicInteger> left = new ConcurrentHashMap<>();

    private Reservations(QueueCapacity capacity, Instant now) {
      this.capacity = capacity;
      this.now = now;
    }

    /** Reserves capacity for one reference. Returns false if none is left. */
    private boolean take(QueueName queue) {
      var known = left.get(queue);
      if (known == null) {
        // This is not inside computeIfAbsent, because a queue that does not answer must not block
        // the others.
        var asked = new AtomicInteger(capacity.left(queue, now));
        var first = left.putIfAbsent(queue, asked);
        known = first == null ? asked : first;
      }
      return known.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }
  }

  /**
   * Returns the notices that are due for a task that has ended. The outcome names the notices that
   * its writer knew. The current version of a subscription applies: if it was deleted or no longer
   * covers the task, no notice is due.
   *
   * @throws dev.atf.store.StoreException if a subscription or a lambda cannot be read
   */
  private List<Notice.Task> notices(Association ended) {
    var tasks = new ArrayList<Notice.Task>();
    for (var name : ended.notices().due()) {
      target(name, ended)
          .flatMap(target -> notice(name, target, ended))
          .ifPresentOrElse(
              tasks::add,
              () -> log.info("taskId={} notice={} is no longer requested", ended.taskId(), name));
    }
    return tasks;
  }

  private Optional<NoticeTarget> target(String name, Association ended) {
    if (name.equals(OnFinish.NAME)) {
      return Optional.ofNullable(ended.header().onFinish()).map(OnFinish::target);
    }
    // The writer of the end may know a subscription that was not here when they were last read.
    return find(directory.subscriptions(), name, ended)
        .or(() -> find(directory.subscriptionsNow(), name, ended))
        .map(Subscription::target);
  }

  private static Optional<Subscription> find(
      Subscriptions subscriptions, String name, Association ended) {
    return subscriptions.find(name).filter(one -> one.covers(ended.header(), ended.status()));
  }

  private Optional<Notice.Task> notice(String name, NoticeTarget target, Association ended) {
    return Notice.of(name, ended)
        .flatMap(notice -> lambda(target).map(lambda -> notice.task(target, lambda)));
  }

  private Optional<LambdaDefinition> lambda(NoticeTarget target) {
    return directory.findRegistered(target.lambda()).or(() -> directory.stored(target.lambda()));
  }
}
