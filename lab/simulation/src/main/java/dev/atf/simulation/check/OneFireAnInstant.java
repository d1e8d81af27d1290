package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.plans.periodic.Fire;
import dev.atf.plans.periodic.Overlap;
import dev.atf.plans.periodic.PeriodicState;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.plans.StoredPeriodic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rule that each instant of a schedule is decided once; that each decided fire has a task, and no
 * other instant has one; and that no fire overlaps the one before it unless that is allowed.
 */
final class OneFireAnInstant implements Rule {
  /** More fires than in any outage of a simulation. */
  private static final int COUNTED_MAX = 10_000;

  private final Map<PlanId, StoredPeriodic> plans = new TreeMap<>();
  private final Map<PlanId, List<PeriodicTask>> definitions = new TreeMap<>();
  private final Map<PlanId, Set<Instant>> decided = new TreeMap<>();

  /** Latest decided fire of each plan whose fires must not overlap. */
  private final Map<PlanId, Instant> lasts = new TreeMap<>();

  private final Map<TaskId, Boolean> tasks = new TreeMap<>();

  @Override
  public String name() {
    return "one fire for each instant of a schedule";
  }

  @Override
  public void created(Instant at, Association task, Verdict verdict) {
    tasks.put(task.taskId(), task.status().finished());
    var origin = task.header().origin();
    if (origin == null
        || !PlanKind.PERIODIC.isKindOf(origin)
        || origin.member().startsWith(Fire.TRIGGERED)) {
      return;
    }
    var fireAt = Fire.at(origin.member()).orElseThrow();
    var known = definitions.getOrDefault(PlanId.of(origin), List.of());
    if (known.stream().noneMatch(each -> names(each, fireAt))) {
      verdict.broken(
          this, "no schedule of %s names %s: %s".formatted(PlanId.of(origin), fireAt, task));
    }
    // A fire that waited while its schedule was replaced may be due by the new one's jitter.
    var dueAt = task.header().scheduledAt();
    if (known.stream().noneMatch(each -> each.fireTimes().fire(fireAt).dueAt().equals(dueAt))) {
      verdict.broken(this, "%s is due at %s by no schedule: %s".formatted(fireAt, dueAt, task));
    }
  }

  private static boolean names(PeriodicTask task, Instant at) {
    return task.fireTimes().next(at.minusMillis(1)).filter(it -> it.at().equals(at)).isPresent();
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    tasks.put(change.after().taskId(), change.after().status().finished());
  }

  @Override
  public void planWritten(Instant at, Plan plan, Verdict verdict) {
    if (plan.kind() != PlanKind.PERIODIC) {
      return;
    }
    var after = StoredPeriodic.of(plan);
    var known = definitions.computeIfAbsent(plan.id(), id -> new ArrayList<>());
    if (!known.contains(after.task())) {
      known.add(after.task());
    }
    decided.computeIfAbsent(plan.id(), id -> new HashSet<>()).addAll(after.state().pending());
    var before = plans.put(plan.id(), after);
    var lastDecided = Optional.ofNullable(lasts.get(plan.id()));
    note(plan.id(), after);
    if (before == null) {
      return;
    }
    if (sameStory(before, after)) {
      count(plan, before, after, verdict);
      begin(plan, before, after, lastDecided, verdict);
    } else if (!onlySkips(before, after)) {
      verdict.broken(this, "%s: an owner changed more than that: %s".formatted(plan.id(), plan));
    }
  }

  /**
   * Returns whether a resumption only skips instants, which are not counted: decided, waiting and
   * counted fires stay. A new schedule may repeat instants, and let one fire wait.
   */
  private static boolean onlySkips(StoredPeriodic old, StoredPeriodic changed) {
    var before = old.state();
    var after = changed.state();
    boolean otherSchedule = !old.task().schedule().equals(changed.task().schedule());
    return (otherSchedule || !after.decidedUntil().isBefore(before.decidedUntil()))
        && (Objects.equals(after.queued(), before.queued())
            || (otherSchedule && before.queued() == null))
        && after.pending().equals(before.pending())
        && Objects.equals(after.last(), before.last())
        && after.firedCount() == before.firedCount()
        && after.skippedCount() == before.skippedCount()
        && after.missedCount() == before.missedCount();
  }

  private static boolean sameStory(StoredPeriodic before, StoredPeriodic after) {
    return before.task().equals(after.task())
        && (before.state().paused() == after.state().paused() || after.state().paused());
  }

  /** Checks that every instant is accounted for once. */
  private void count(Plan plan, StoredPeriodic before, StoredPeriodic after, Verdict verdict) {
    var from = before.state().decidedUntil();
    var until = after.state().decidedUntil();
    var fires = after.task().fireTimes().between(from, until, COUNTED_MAX);
    long accounted = accounted(after.state()) - accounted(before.state());
    if (until.isBefore(from) || accounted != fires.size()) {
      verdict.broken(
          this,
          "%s: %d instants in (%s, %s], %d accounted for: %s"
              .formatted(plan.id(), fires.size(), from, until, accounted, plan));
    }
    long fired = after.state().firedCount() - before.state().firedCount();
    if (after.task().overlap() == Overlap.ALLOW) {
      long created = countTasks(plan, before, fires);
      if (created < fired) {
        verdict.broken(
            this, "%s: %d fires, %d tasks: %s".formatted(plan.id(), fired, created, plan));
      }
    } else if (fired > 0 && after.state().pending().size() != fired) {
      verdict.broken(this, "%s: %d fires, not decided: %s".formatted(plan.id(), fired, plan));
    }
    long caughtUp = Math.min(fires.size(), after.task().catchUp().fireCountMax());
    long missed = after.state().missedCount() - before.state().missedCount();
    if (missed > fires.size() - caughtUp) {
      verdict.broken(this, "%s missed fires that it catches up: %s".formatted(plan.id(), plan));
    }
  }

  /** Returns the number of these fires, and of one that had to wait, that have tasks. */
  private long countTasks(Plan plan, StoredPeriodic before, List<Fire> fires) {
    var candidates = new HashSet<Instant>();
    fires.forEach(fire -> candidates.add(fire.at()));
    var queued = before.state().queued();
    if (queued != null) {
      candidates.add(queued);
    }
    return candidates.stream()
        .filter(at -> tasks.containsKey(plan.id().task(Fire.member(at))))
        .count();
  }

  private static long accounted(PeriodicState state) {
    return state.firedCount()
        + state.skippedCount()
        + state.missedCount()
        + (state.queued() == null ? 0 : 1);
  }

  /** Checks that a fire that must not overlap begins after the one before it has ended. */
  private void begin(
      Plan plan,
      StoredPeriodic before,
      StoredPeriodic after,
      Optional<Instant> lastDecided,
      Verdict verdict) {
    // Both by the row and by what was seen, since a row may lose it.
    var last = before.state().last();
    boolean begins =
        !after.state().pending().isEmpty()
            && !after.state().pending().equals(before.state().pending());
    if (after.task().overlap() != Overlap.ALLOW
        && begins
        && !(hasEnded(plan, last) && hasEnded(plan, lastDecided.orElse(null)))) {
      verdict.broken(
          this,
          "%s fires while %s has not ended: %s"
              .formatted(plan.id(), lastDecided.orElse(last), plan));
    }
  }

  /** Notes decided fires; those that may overlap are not decided before they are created. */
  private void note(PlanId plan, StoredPeriodic after) {
    var pending = after.state().pending();
    if (after.task().overlap() == Overlap.ALLOW) {
      lasts.remove(plan);
    } else if (!pending.isEmpty()) {
      lasts.put(plan, pending.get(pending.size() - 1));
    }
  }

  private boolean hasEnded(Plan plan, @Nullable Instant last) {
    return last == null || tasks.getOrDefault(plan.id().task(Fire.member(last)), false);
  }

  @Override
  public void atTheEnd(Instant at, Collection<Association> all, Verdict verdict) {
    decided.forEach(
        (plan, fires) ->
            fires.stream()
                .filter(fire -> !tasks.containsKey(plan.task(Fire.member(fire))))
                .forEach(fire -> verdict.broken(this, plan + " has no task for " + fire)));
    plans.forEach(
        (plan, stored) -> {
          if (!stored.state().pending().isEmpty()) {
            verdict.broken(this, plan + " is not done with " + stored.state().pending());
          }
        });
  }
}
