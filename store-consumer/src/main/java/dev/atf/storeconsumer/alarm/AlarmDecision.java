package dev.atf.storeconsumer.alarm;

import dev.atf.model.Alarm;
import dev.atf.model.AlarmTimes;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.Lease;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.Gates;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.BlockTransitions;
import dev.atf.model.task.ChildTransitions;
import dev.atf.model.task.EndedLease;
import dev.atf.model.task.Ending;
import dev.atf.model.task.ExpiryTransitions;
import dev.atf.model.task.GateTransitions;
import dev.atf.model.task.Notice;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Quarantine;
import dev.atf.model.task.RetryDecision;
import dev.atf.model.task.Subscription;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.model.task.WallTime;
import dev.atf.storeconsumer.release.DueTask;
import dev.atf.storeconsumer.release.GateDecision;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Decision about a task whose alarm of kind {@link Alarm#CHECK} rang, or that waits in a due or a
 * held list past its deadline. {@link CheckPoll} reads the alarms and their tasks. {@link
 * AlarmHandler} writes the decision, and pushes the reference after that.
 *
 * <p>If the process dies before the write, the alarm is unchanged, and the next owner of the shard
 * reads it. If the process dies after it, the task has its next alarm, or has ended.
 */
public sealed interface AlarmDecision {
  /** Reason why an alarm has no effect. */
  enum Reason {
    /** The task has changed since the index was read. */
    STALE,
    /** The lease is alive, or within the grace, and the alarm is already at its end. */
    NOT_YET,
    /** The lambda of the task, or its dropping gate, is not known well enough. */
    LAMBDA_UNKNOWN,
    /** The lease or the deadline seems to be over, but this host's clock is in doubt. */
    CLOCK_IN_DOUBT,
    /**
     * The lease seems to have ended, but the framework was unavailable, so that the executor may
     * not have been able to extend it.
     */
    RECOVERING
  }

  /**
   * Facts known when the alarm of a task rang, apart from the task.
   *
   * @param deathCounts whether the end of a lease without a report counts as a death; it does not
   *     if the framework itself was unavailable
   * @param polled whether a controller polls the queue, as far as this process knows
   * @param mayPush whether a push of the reference is useful, and the queue has capacity
   * @param wallTime time of the decision
   * @param subscriptions subscriptions of the lambda
   */
  record Facts(
      LambdaDefinition lambda,
      Gates gates,
      AlarmTimes times,
      boolean deathCounts,
      boolean polled,
      boolean mayPush,
      WallTime wallTime,
      List<Subscription> subscriptions) {

    Instant now() {
      return wallTime.at();
    }

    /** Returns the ending of the task, if it ends now. */
    Ending ending(Association task) {
      return Ending.at(now(), lambda).with(subscriptions).of(task.header());
    }
  }

  record Ignore(Reason reason) implements AlarmDecision {}

  /** Decision that is one conditional write. */
  sealed interface Written extends AlarmDecision {
    Transition transition();
  }

  /** The task is running. The alarm moves to the end of the lease and the grace after it. */
  record CheckAgain(Transition transition) implements Written {}

  /**
   * The task is unclaimed. The alarm's interval is doubled, and the same reference is pushed once
   * more.
   *
   * @param task task that is pushed, with the number of its refusals; 0 if a copy may wait in the
   *     queue
   */
  record PushAgain(DueTask task, Transition transition) implements Written {}

  /**
   * The task seems to wait in the queue. The interval of its alarm is doubled. If nobody polls the
   * queue, the alarm is postponed as far as possible.
   */
  record WaitTurn(Transition transition) implements Written {}

  /** The reference of the task never arrived, and the queue still has no capacity for it. */
  record WaitForRoom(Transition transition) implements Written {}

  /** The task was not released, or not claimed, until its deadline. */
  record GiveUp(Transition transition) implements Written {}

  /** The task is unclaimed, and its gate has been closed since it was pushed. */
  record Park(Transition transition) implements Written {}

  /** The task is unclaimed, and its gate drops it. */
  record Drop(Gate gate, Transition transition) implements Written {}

  /** The task stays blocked, because its condition has not cleared or is releasing its tasks. */
  record StayBlocked(Transition transition) implements Written {}

  /** The task is blocked on a condition that has lost it, and is moved to the due tasks. */
  record Unblock(Transition transition) implements Written {}

  /** The executor was silent until the end of its lease. */
  record Expire(Transition transition) implements Written {}

  /**
   * The task has ended, and some of its children and notices may not exist. They are created before
   * the transition, which records that they exist.
   */
  record Settle(Association task, List<TaskHeader> notices, Transition transition)
      implements Written {
    public Settle {
      notices = List.copyOf(notices);
    }
  }

  /**
   * Decides about a task whose alarm rang.
   *
   * @param task task as it was read; the transition's guards refuse the write if it has changed
   *     since
   */
  static AlarmDecision of(Association task, Facts facts, RandomGenerator random) {
    var trigger = task.trigger();
    if (trigger == null || trigger.at().isAfter(facts.now())) {
      return new Ignore(Reason.STALE);
    }
    if (trigger.alarm() != Alarm.CHECK) {
      return waiting(task, facts);
    }
    return switch (task.status()) {
      case ENQUEUED -> unclaimed(task, trigger, facts, random);
      case CLAIMED, PROCESSING -> running(task, trigger, facts, random);
      case SUCCESS, FATAL_FAILURE, CANCELLED ->
          settle(task, List.of(), facts.lambda(), facts.now());
      case NEW, RETRIABLE_FAILURE, BLOCKED -> new Ignore(Reason.STALE);
    };
  }

  /**
   * Decides about a task that has ended.
   *
   * @param notices requested notices of its end
   */
  static AlarmDecision settle(
      Association task, List<Notice.Task> notices, LambdaDefinition lambda, Instant now) {
    var finishedAt = task.finishedAt();
    var rang = task.trigger();
    if (!task.isUnsettled() || finishedAt == null || rang == null || rang.at().isAfter(now)) {
      return new Ignore(Reason.STALE);
    }
    // The task is kept from now on, but listed by the time at which it finished.
    var kept = Ending.at(now, lambda);
    var ending = new Ending(finishedAt, kept.expiresAt(), kept.kept());
    var names = notices.stream().map(Notice.Task::name).toList();
    var headers = notices.stream().map(Notice.Task::header).toList();
    return new Settle(task, headers, ChildTransitions.settle(task, names, ending));
  }

  /**
   * Decides about a task that waits for a condition.
   *
   * @param waiting returns whether the condition lets it continue to wait; only called for a task
   *     that may wait
   */
  static AlarmDecision ofBlocked(Association task, Facts facts, Predicate<Association> waiting) {
    var rang = task.trigger();
    var block = task.block();
    if (rang == null || block == null || rang.at().isAfter(facts.now())) {
      return new Ignore(Reason.STALE);
    }
    var deadline = task.header().deadline();
    if (!deadline.isAfter(facts.now())) {
      return giveUp(task, "it waited for condition " + block.condition() + " until ", facts);
    }
    if (!waiting.test(task)) {
      return new Unblock(
          BlockTransitions.unblock(task, facts.now(), "nothing keeps it on " + block.condition()));
    }
    var checkAt = facts.times().afterCheck(facts.now(), task.pushes(), deadline);
    return new StayBlocked(
        BlockTransitions.lookAgain(task.ref(), rang.at(), task.pushes() + 1, checkAt));
  }

  /** Decides about a task that is to be released. Only the end of its deadline matters here. */
  private static AlarmDecision waiting(Association task, Facts facts) {
    boolean waits =
        task.status() == TaskStatus.NEW || task.status() == TaskStatus.RETRIABLE_FAILURE;
    return waits && !task.header().deadline().isAfter(facts.now())
        ? giveUp(task, "it waited in the store until ", facts)
        : new Ignore(Reason.STALE);
  }

  private static GiveUp giveUp(Association task, String why, Facts facts) {
    var failure = FrameworkFailure.DEADLINE_EXCEEDED.because(why + task.header().deadline());
    return new GiveUp(
        Transitions.giveUp(
            task.taskId(), task.epoch(), Outcome.failure("", failure), facts.ending(task)));
  }

  private static AlarmDecision unclaimed(
      Association task, Trigger rang, Facts facts, RandomGenerator random) {
    var now = facts.now();
    var lambda = facts.lambda();
    var deadline = task.header().deadline();
    if (!deadline.isAfter(now)) {
      return giveUp(task, "it was not running at ", facts);
    }
    var ref = task.ref();
    var gate = GateDecision.of(facts.gates(), lambda.name(), task.header().collection(), now);
    if (gate instanceof GateDecision.Stay stay) {
      return park(ref, task, Alarm.DUE, stay.reason(), now);
    }
    if (gate instanceof GateDecision.Hold hold) {
      return park(ref, task, Alarm.HELD, hold.reason(), now);
    }
    if (gate instanceof GateDecision.Drop drop) {
      return new Drop(
          drop.gate(),
          GateTransitions.drop(
              task.taskId(),
              task.epoch(),
              Outcome.failure("", drop.failure()),
              facts.ending(task)));
    }
    return queued(ref, task, rang, facts, random);
  }

  private static AlarmDecision queued(
      TaskRef ref, Association task, Trigger rang, Facts facts, RandomGenerator random) {
    // A negative number counts refusals: no reference has arrived in the queue.
    int pushes = Math.max(0, task.pushes());
    int refusals = Math.max(0, -task.pushes());
    var deadline = task.header().deadline();
    if (pushes == 0 && !facts.mayPush()) {
      var checkAt =
          AlarmTimes.withDeadline(
              facts.times().afterRefusal(facts.now(), refusals + 1, random), deadline);
      return new WaitForRoom(Transitions.waitForRoom(ref, rang.at(), refusals + 1, checkAt));
    }
    boolean waits = pushes > 0 && !facts.polled();
    var checkAt =
        waits
            ? facts.times().latestCheck(facts.now(), deadline)
            : facts.times().afterCheck(facts.now(), pushes, deadline);
    var transition = Transitions.pushAgain(ref, rang.at(), pushes + 1, checkAt);
    if (waits || !facts.mayPush()) {
      return new WaitTurn(transition);
    }
    return new PushAgain(DueTask.of(task, ref, facts.lambda(), refusals), transition);
  }

  /**
   * Decides about a task whose lease has ended, but must not be expired now. The write changes only
   * the alarm. Its result shows whether the store accepts writes.
   */
  static AlarmDecision probe(Association task, Facts facts) {
    var rang = task.trigger();
    var lease = task.lease();
    if (rang == null || lease == null) {
      return new Ignore(Reason.STALE);
    }
    var ref = task.ref();
    var checkAt = lease.until().plus(facts.times().expiryGrace());
    return new CheckAgain(Transitions.lookAgain(ref, rang.at(), checkAt));
  }

  private static AlarmDecision park(
      TaskRef ref, Association task, Alarm waits, String reason, Instant now) {
    var list = task.header().list(waits);
    return new Park(GateTransitions.park(ref, now, list, task.header().scheduledAt(), reason));
  }

  private static AlarmDecision running(
      Association task, Trigger rang, Facts facts, RandomGenerator random) {
    var lease = task.lease();
    if (lease == null) {
      return new Ignore(Reason.STALE);
    }
    var ref = task.ref();
    var checkAt = lease.until().plus(facts.times().expiryGrace());
    // Strictly after: `until` is exclusive, and the executor may still write at it.
    if (facts.now().isAfter(checkAt)) {
      return new Expire(expiry(task, ref, lease, facts, random));
    }
    return rang.at().equals(checkAt)
        ? new Ignore(Reason.NOT_YET)
        : new CheckAgain(Transitions.lookAgain(ref, rang.at(), checkAt));
  }

  /**
   * Decides about an attempt whose lease ended without a report: either another attempt follows, or
   * the task ends.
   */
  private static Transition expiry(
      Association task, TaskRef ref, Lease lease, Facts facts, RandomGenerator random) {
    var now = facts.now();
    var lambda = facts.lambda();
    // After a request to kill the attempt, the end of its process is not caused by the task.
    boolean deathCounts = facts.deathCounts() && !task.isToBeKilled();
    int deaths = deathCounts ? Quarantine.deathsAfter(lease, task.deaths()) : task.deaths();
    var ended = new EndedLease(ref, lease.until(), task.attempt(), deaths);
    var ending = facts.ending(task);
    var silent =
        "executor %s sent no further heartbeat until its lease ended at %s (attempt %d)"
            .formatted(lease.owner(), lease.until(), task.attempt());
    if (task.cancelRequested()) {
      var cancelled = FrameworkFailure.CANCELLED.because("cancelled while it ran; " + silent);
      return ExpiryTransitions.expireCancelled(ended, Outcome.failure("", cancelled), ending);
    }
    if (deathCounts && Quarantine.isDue(lease, deaths)) {
      var quarantined = Quarantine.failure(task, lease, deaths);
      return ExpiryTransitions.expireFatally(ended, Outcome.failure("", quarantined), ending);
    }
    var expired =
        task.isToBeKilled()
            ? FrameworkFailure.KILLED.because(task.killReason() + "; " + silent)
            : FrameworkFailure.LEASE_EXPIRED.because(silent);
    var next =
        RetryDecision.after(
            expired, task, Optional.empty(), lambda.retry(), facts.wallTime(), random);
    if (next instanceof RetryDecision.RetryAt retry) {
      return ExpiryTransitions.expire(ended, Outcome.failure("", expired), now, retry.at());
    }
    var last = ((RetryDecision.GiveUp) next).failure();
    return ExpiryTransitions.expireFatally(ended, Outcome.failure("", last), ending);
  }
}
