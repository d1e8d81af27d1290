package dev.atf.simulation.check.plans;

import dev.atf.model.Association;
import dev.atf.model.TaskHeader;
import dev.atf.model.TaskId;
import dev.atf.model.order.OrderState;
import dev.atf.model.order.Place;
import dev.atf.model.plan.Plan;
import dev.atf.model.plan.PlanKind;
import dev.atf.model.plan.PlanPart;
import dev.atf.model.transition.Parent;
import dev.atf.simulation.check.Change;
import dev.atf.simulation.check.Promise;
import dev.atf.simulation.check.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Whoever is given the turn of an ordering key stands before all that were acknowledged and wait,
 * as far as clocks can tell; and none of these is passed over.
 *
 * <p>By their times alone, two are told apart only if these are further from each other than clocks
 * may make them: of those that are closer, any may be the first. By their places none is excluded:
 * one that waits stands behind all that was passed. Which of two has the earlier place when both
 * are due, and were submitted one after the other, is looked at by nobody here, but by {@code
 * OrderExplorationTest}.
 */
public final class OrderWithinKeys implements Rule {
  private final Duration margin;
  private final TreeMap<TaskId, Waiting> waiting = new TreeMap<>();
  private final Set<TaskId> promised = new HashSet<>();
  private final Set<String> given = new HashSet<>();

  /** The last part of each: a second one is put only when the first is behind. */
  private final Map<TaskId, String> places = new HashMap<>();

  /**
   * @param notAfter its place is not behind this time: its own, or that at which it was placed, for
   *     one that was due by then stands behind all that were due before it
   */
  private record Waiting(Association task, Instant notAfter) {}

  /**
   * @param clockError the most that a host's clock is wrong by
   */
  public OrderWithinKeys(Duration clockError) {
    // A time is that of a frontend, and not before those of others whose clocks were fast.
    this.margin = clockError.multipliedBy(4);
  }

  @Override
  public String name() {
    return "in order within each ordering key";
  }

  @Override
  public void created(Instant at, Association task, Verdict verdict) {
    if (OneAtATimePerKey.keyOf(task).isPresent() && task.waits()) {
      var scheduledAt = task.header().scheduledAt();
      waiting.put(task.taskId(), new Waiting(task, at.isAfter(scheduledAt) ? at : scheduledAt));
    }
  }

  @Override
  public void changed(Change change, Verdict verdict) {
    if (!change.after().waits()) {
      waiting.remove(change.after().taskId());
    }
  }

  @Override
  public void promised(Promise promise, Verdict verdict) {
    promised.add(promise.taskId());
  }

  @Override
  public void planWritten(Instant at, Plan plan, Verdict verdict) {
    if (plan.kind() != PlanKind.ORDER) {
      return;
    }
    checkPassed(plan, verdict);
    var holder = OrderState.of(plan).holder();
    if (holder.isEmpty() || !isGiven(plan)) {
      return;
    }
    var header = holder.get().header();
    checkSiblings(plan, header, verdict);
    waiting.values().stream()
        .filter(other -> promised.contains(other.task().taskId()))
        .filter(other -> !other.task().taskId().equals(header.taskId()))
        .filter(other -> OneAtATimePerKey.keyOf(other.task()).filter(plan.id()::equals).isPresent())
        .filter(other -> other.notAfter().plus(margin).isBefore(header.scheduledAt()))
        .forEach(
            other ->
                verdict.broken(
                    this,
                    "%s of %s has the turn before %s of %s"
                        .formatted(
                            header.taskId(),
                            header.scheduledAt(),
                            other.task().taskId(),
                            other.notAfter())));
  }

  /** Those that one attempt has scheduled are made, and run, in its order. */
  private void checkSiblings(Plan plan, TaskHeader header, Verdict verdict) {
    var parent = header.parent();
    if (parent == null) {
      return;
    }
    for (int earlier = 0; earlier < parent.child(); earlier++) {
      var sibling = new Parent(parent.taskId(), parent.epoch(), earlier).childId();
      if (isOf(plan, sibling)) {
        verdict.broken(this, "%s has the turn before its sibling %s".formatted(header, sibling));
      }
    }
  }

  @Override
  public void partPut(PlanPart part) {
    if (Character.isDigit(part.name().charAt(0))) {
      places.merge(
          Place.of(part.name()).taskId(),
          part.name(),
          (one, other) -> one.compareTo(other) < 0 ? other : one);
    }
  }

  /** What stands at or before the last place that was passed is never read again. */
  private void checkPassed(Plan plan, Verdict verdict) {
    var state = OrderState.of(plan);
    waiting.values().stream()
        .map(other -> other.task().taskId())
        .filter(promised::contains)
        .filter(other -> !state.isHeldBy(other))
        .filter(other -> isOf(plan, other))
        .filter(other -> places.getOrDefault(other, "").compareTo(state.last()) <= 0)
        .forEach(other -> verdict.broken(this, other + " waits and was passed over: " + plan));
  }

  private boolean isOf(Plan plan, TaskId task) {
    var other = waiting.get(task);
    return other != null
        && OneAtATimePerKey.keyOf(other.task()).filter(plan.id()::equals).isPresent();
  }

  /** A row that names a new holder, rather than one that says more about the old one. */
  private boolean isGiven(Plan plan) {
    var state = OrderState.of(plan);
    return state.holder().filter(member -> state.passed().equals(member.place().name())).isPresent()
        && given.add(plan.id() + " " + state.passed());
  }
}
