package dev.atf.storeconsumer.plans;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.plans.periodic.CanaryVerdict;
import dev.atf.plans.periodic.Fire;
import dev.atf.plans.periodic.Overlap;
import dev.atf.plans.periodic.PeriodicDecision;
import dev.atf.plans.periodic.PeriodicState;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.TaskAssociations;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import dev.atf.store.plans.StoredPeriodic;
import dev.atf.storeconsumer.alarm.LeaseExpiry;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.release.PollSettings;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the tasks of periodic tasks at their times.
 *
 * <p>If fires may overlap, their tasks are created before the row is written: the task of each fire
 * has a fixed id, so that a second check does not create it again. If they must not overlap, a fire
 * depends on the outcome of the previous one, which two consumers may see differently. In this case
 * the decision is written first, then the tasks are created, and then this is recorded. A check
 * that finds a decision that is possibly not carried out does this first.
 *
 * <p>Canaries (ADR 0070) are judged here as well, because this needs nothing from a worker.
 *
 * <p>While the wall clock is in doubt, nothing is decided or judged: a clock that is a month ahead
 * for a minute would otherwise count the fires of a month as missed. Fires that are late only for
 * this reason are not missed.
 */
final class PeriodicSupervisor implements PlanSupervisor {
  private static final Logger log = LoggerFactory.getLogger(PeriodicSupervisor.class);

  /** Time for which canaries are kept. It is long enough to investigate a failure. */
  private static final Duration CANARIES_KEPT = Duration.ofDays(1);

  private final Plans plans;
  private final PlanTasks tasks;
  private final TaskAssociations associations;
  private final LambdaDirectory lambdas;
  private final PollSettings settings;
  private final PlanMetrics metrics;
  private final ClockDoubt doubt;

  @Inject
  PeriodicSupervisor(
      Plans plans,
      PlanTasks tasks,
      TaskAssociations associations,
      LambdaDirectory lambdas,
      PollSettings settings,
      PlanMetrics metrics,
      LeaseExpiry expiry,
      MonotonicClock monotonic) {
    this.plans = plans;
    this.tasks = tasks;
    this.associations = associations;
    this.lambdas = lambdas;
    this.settings = settings;
    this.metrics = metrics;
    this.doubt = new ClockDoubt(expiry, monotonic);
  }

  @Override
  public PlanKind kind() {
    return PlanKind.PERIODIC;
  }

  @Override
  public Supervision check(Plan plan, Instant now) {
    var known = lambdas.find(plan.lambda());
    var grace = doubt.grace();
    if (grace.isEmpty()) {
      return Supervision.of(plan, settings.interval());
    }
    if (known.isEmpty() || known.get().closedAt() != null) {
      // A lambda that is being deleted accepts no tasks. Fires during this time are skipped.
      return Supervision.of(plan, Supervision.RAREST);
    }
    return look(plan, StoredPeriodic.of(plan), known.get(), new Time(now, grace.get()));
  }

  /**
   * Time of a check.
   *
   * @param grace delay after which a fire counts as missed
   */
  private record Time(Instant now, Duration grace) {}

  /** Doubts about the wall clock, and the delay of fires that they cause. Thread-safe. */
  private static final class ClockDoubt {
    /** Time after a doubt in which every plan that was put off is checked. */
    private static final Duration SETTLED_AFTER = Duration.ofMinutes(2);

    private final LeaseExpiry expiry;
    private final MonotonicClock monotonic;
    private OptionalLong begunAt = OptionalLong.empty();
    private OptionalLong endedAt = OptionalLong.empty();

    ClockDoubt(LeaseExpiry expiry, MonotonicClock monotonic) {
      this.expiry = expiry;
      this.monotonic = monotonic;
    }

    /** Returns the delay after which a fire counts as missed; empty while the clock is in doubt. */
    synchronized Optional<Duration> grace() {
      boolean inDoubt = !expiry.mayGiveUp();
      long nanos = monotonic.nanos();
      if (inDoubt) {
        begunAt = begunAt.isPresent() ? begunAt : OptionalLong.of(nanos);
        endedAt = OptionalLong.empty();
        return Optional.empty();
      }
      if (begunAt.isEmpty()) {
        return Optional.of(PeriodicDecision.GRACE);
      }
      endedAt = endedAt.isPresent() ? endedAt : OptionalLong.of(nanos);
      var grace = PeriodicDecision.GRACE.plus(monotonic.since(begunAt.getAsLong()));
      if (monotonic.since(endedAt.getAsLong()).compareTo(SETTLED_AFTER) >= 0) {
        begunAt = OptionalLong.empty();
        endedAt = OptionalLong.empty();
      }
      return Optional.of(grace);
    }
  }

  private Supervision look(Plan plan, StoredPeriodic stored, LambdaDefinition lambda, Time time) {
    var now = time.now();
    var task = stored.task();
    createTasks(task, fires(task, stored.state().pending()), lambda, now);
    var state = stored.state().withPending(List.of());
    var last = last(task, state);
    if (task.isOfCanaries()) {
      return checkCanaries(plan, new StoredPeriodic(task, state), last, lambda, time);
    }
    boolean lastEnded = last.map(one -> one.status().finished()).orElse(true);
    return fire(plan, new StoredPeriodic(task, state), lastEnded, lambda, time);
  }

  /**
   * Judges the latest canary once, and creates the next one. While the lambda is paused, no canary
   * is created. A canary that was delayed by a pause gets no verdict.
   */
  private Supervision checkCanaries(
      Plan plan,
      StoredPeriodic stored,
      Optional<Association> latest,
      LambdaDefinition lambda,
      Time time) {
    var now = time.now();
    boolean paused = lambdas.gates().closed(lambda.name(), null, now).isPresent();
    var verdict = CanaryVerdict.of(latest, now);
    boolean open = verdict == CanaryVerdict.OPEN;
    var judged = open ? stored.state() : stored.state().withLast(null);
    var state = paused ? judged.skipDue(stored.task().fireTimes(), now) : judged;
    metrics.failedCanaries(lambda.name());
    var supervision = fire(plan, new StoredPeriodic(stored.task(), state), !open, lambda, time);
    if (supervision.plan().isPresent() && !paused) {
      latest
          .filter(one -> !wasPaused(lambda.name(), one.header().createdAt()))
          .ifPresent(one -> report(one, verdict));
    }
    return supervision;
  }

  /**
   * Returns whether the lambda's gate was closed at some time since then, according to the gate.
   */
  private boolean wasPaused(LambdaName lambda, Instant since) {
    return lambdas.gates().of(lambda).stream()
        .filter(gate -> gate.collection() == null)
        .anyMatch(
            gate ->
                gate.setAt().isAfter(since)
                    || Optional.ofNullable(gate.until()).filter(since::isBefore).isPresent());
  }

  /**
   * Decides about the fires that are due, and creates their tasks.
   *
   * @param stored stored periodic task, without pending decisions
   */
  private Supervision fire(
      Plan plan, StoredPeriodic stored, boolean lastEnded, LambdaDefinition lambda, Time time) {
    var now = time.now();
    var task = stored.task();
    var state = stored.state();
    var decision = PeriodicDecision.of(task, state, lastEnded, now, lead(), time.grace());
    var decided = new StoredPeriodic(task, decision.next());

    var current = plan;
    if (!decision.fires().isEmpty() && task.overlap() != Overlap.ALLOW) {
      current = decided.next(plan, now);
      if (!written(current)) {
        return Supervision.over();
      }
    }
    createTasks(task, decision.fires(), lambda, now);
    var settled = new StoredPeriodic(task, decision.next().withPending(List.of()));
    var next = settled.next(current, decision.alarmAt());
    if (next.state().equals(current.state()) && Objects.equals(next.alarmAt(), current.alarmAt())) {
      return Supervision.of(current, settings.interval());
    }
    if (!written(next)) {
      return Supervision.over();
    }
    if (!task.isOfCanaries()) {
      report(task, state, decision);
    }
    return Supervision.of(next, settings.interval());
  }

  private boolean written(Plan plan) {
    return plans.put(plan) instanceof PlanResult.Written;
  }

  /**
   * Returns the task of the last fire, if the next fire depends on it; empty if the task has
   * expired.
   */
  private Optional<Association> last(PeriodicTask task, PeriodicState state) {
    var last = state.last();
    return task.overlap() == Overlap.ALLOW || last == null
        ? Optional.empty()
        : associations.find(task.planId().task(Fire.member(last)));
  }

  private static List<Fire> fires(PeriodicTask task, Collection<Instant> ats) {
    var times = task.fireTimes();
    return ats.stream().map(times::fire).toList();
  }

  private void createTasks(
      PeriodicTask task, Collection<Fire> fires, LambdaDefinition lambda, Instant now) {
    for (var fire : fires) {
      var header =
          task.isOfCanaries()
              ? task.header(fire.member(), now, lambda.shards(), canariesKept(lambda), now)
              : task.header(fire.member(), fire.dueAt(), lambda.shards(), lambda.retention(), now);
      if (!tasks.create(Association.scheduled(header))) {
        log.debug("plan={} fire={} has its task already", task.planId(), fire.member());
      }
    }
  }

  private static Duration canariesKept(LambdaDefinition lambda) {
    return lambda.retention().compareTo(CANARIES_KEPT) < 0 ? lambda.retention() : CANARIES_KEPT;
  }

  /**
   * Returns the lead, which grows with the interval of polls, so that tasks are created in time.
   */
  private Duration lead() {
    var twice = settings.interval().multipliedBy(2);
    return twice.compareTo(PeriodicDecision.LEAD) < 0 ? PeriodicDecision.LEAD : twice;
  }

  private void report(Association canary, CanaryVerdict verdict) {
    var lambda = canary.header().lambda();
    if (verdict == CanaryVerdict.SUCCEEDED || verdict == CanaryVerdict.FAILED) {
      CanaryVerdict.startDelay(canary).ifPresent(delay -> metrics.canaryStarted(lambda, delay));
    }
    if (verdict == CanaryVerdict.FAILED) {
      metrics.failedCanaries(lambda).increment();
      log.warn(
          "lambda={} taskId={} status={} a canary failed",
          lambda,
          canary.taskId(),
          canary.status());
    }
  }

  private void report(PeriodicTask task, PeriodicState before, PeriodicDecision decision) {
    var after = decision.next();
    metrics.fires("fired", after.firedCount() - before.firedCount());
    metrics.fires("skipped", after.skippedCount() - before.skippedCount());
    long missed = after.missedCount() - before.missedCount();
    metrics.fires("missed", missed);
    if (missed > 0) {
      log.warn(
          "lambda={} periodic={} missed={} fires, none of which is caught up; until={}",
          task.lambda(),
          task.name(),
          missed,
          after.decidedUntil());
    }
  }
}
