package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.order.Place;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.plans.OrderCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Rule that the turn of an ordering key goes to the first of all acknowledged waiting tasks, as far
 * as clocks can show, and that none of these is passed over.
 *
 * <p>The times of two tasks decide only if they differ by more than clock errors: of closer ones,
 * any may be the first. Places decide always: a waiting task is behind all that was passed. Which
 * of two due tasks, submitted one after the other, has the earlier place is not checked here, but
 * by {@code OrderExplorationTest}.
 */
public final class OrderWithinKeys implements Rule {
  private static final Pattern PLACE = Pattern.compile("\\d+-\\d+-.+");

  private final Duration margin;
  private final TreeMap<TaskId, Waiting> waiting = new TreeMap<>();
  private final Set<TaskId> promised = new HashSet<>();
  private final Set<String> given = new HashSet<>();

  /** Last part of each task: a second one is put only when the first is behind. */
  private final Map<TaskId, String> places = new HashMap<>();

  /**
   * @param notAfter latest time of its place: its own time, or that at which it was placed, since a
   *     task that was due by then is behind all that were due before it
   */
  private record Waiting(Association task, Instant notAfter) {}

  /**
   * @param clockError largest error of a host's clock
   */
  public OrderWithinKeys(Duration clockError) {
    // A time is by a frontend's clock, and no earlier than times by other, fast clocks.
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
  public void changed(ObservedChange change, Verdict verdict) {
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
    var holder = OrderCodec.state(plan).holder();
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

  /** Checks that the children of one attempt get the turn in the order of their scheduling. */
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
    if (isPlace(part)) {
      places.merge(
          Place.of(part.name()).taskId(),
          part.name(),
          (one, other) -> one.compareTo(other) < 0 ? other : one);
    }
  }

  /** Returns whether a part is a waiter of a key: its name is its place. */
  public static boolean isPlace(PlanPart part) {
    return PLACE.matcher(part.name()).matches();
  }

  /** Checks that none waits at or before the last passed place, which is never read again. */
  private void checkPassed(Plan plan, Verdict verdict) {
    var state = OrderCodec.state(plan);
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

  /** Returns whether a row names a new holder, and does not only update the old one. */
  private boolean isGiven(Plan plan) {
    var state = OrderCodec.state(plan);
    return state.holder().filter(member -> state.passed().equals(member.place().name())).isPresent()
        && given.add(plan.id() + " " + state.passed());
  }
}
