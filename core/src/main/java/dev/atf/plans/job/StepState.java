package dev.atf.plans.job;

import dev.atf.plans.job.definition.StepDefinition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * State of one step.
 *
 * @param expanded whether the number of items is known; always true if the step does not fan out
 * @param patch name of the input that replaces the submitted one; empty if none does
 * @param units one unit, or one for each item once the step is expanded
 */
@RecordBuilder
public record StepState(boolean expanded, String patch, List<UnitState> units)
    implements StepStateBuilder.With {
  private static final List<StepStatus> BY_IMPORTANCE =
      List.of(
          StepStatus.COMPENSATION_FAILED,
          StepStatus.HELD,
          StepStatus.COMPENSATING,
          StepStatus.RUNNING,
          StepStatus.PENDING,
          StepStatus.FAILED,
          StepStatus.CANCELLED,
          StepStatus.COMPENSATED);

  public StepState {
    units = List.copyOf(units);
  }

  /** Initial state of a step with one task. */
  static final StepState PLAIN = new StepState(true, "", List.of(UnitState.PENDING));

  static StepState fresh(StepDefinition step) {
    return step.fansOut() ? new StepState(false, "", PLAIN.units()) : PLAIN;
  }

  /** Returns the status of all items together, which is the most important one. */
  public StepStatus status() {
    if (units.isEmpty()) {
      return StepStatus.SUCCEEDED;
    }
    var first = units.get(0).status();
    if (units.stream().allMatch(unit -> unit.status() == first)) {
      return first;
    }
    return BY_IMPORTANCE.stream()
        .filter(this::any)
        .findFirst()
        .map(most -> most == StepStatus.PENDING ? StepStatus.RUNNING : most)
        .orElse(StepStatus.SUCCEEDED);
  }

  public long count(StepStatus status) {
    return units.stream().filter(unit -> unit.status() == status).count();
  }

  /** Returns whether a task of the step may be in progress. */
  public boolean inProgress() {
    return units.stream().anyMatch(unit -> unit.status().inProgress());
  }

  /** Returns whether a unit waits for an operator. */
  public boolean held() {
    return units.stream().anyMatch(unit -> unit.status().held());
  }

  /** Returns whether the step has failed or is held because its list is unusable for a fan-out. */
  public boolean hasNoItems() {
    return !expanded && (any(StepStatus.FAILED) || any(StepStatus.HELD));
  }

  boolean any(StepStatus status) {
    return units.stream().anyMatch(unit -> unit.status() == status);
  }

  boolean reverted() {
    return units.stream().allMatch(UnitState::reverted);
  }

  StepState each(UnaryOperator<UnitState> change) {
    return withUnits(units.stream().map(change).toList());
  }

  StepState with(int unit, UnitState state) {
    var changed = new ArrayList<>(units);
    changed.set(unit, state);
    return withUnits(changed);
  }

  /** Returns the step with its items to be counted again before it continues. */
  StepState uncounted(StepDefinition step) {
    return step.fansOut()
        ? new StepState(false, patch, units.isEmpty() ? List.of(UnitState.PENDING) : units)
        : this;
  }

  /**
   * Returns the step with this number of items. Surplus items of an earlier count that were tried
   * are kept: those that ran may have to be reverted, and a later count that includes the items
   * again must not use the ids of their tasks for the second time.
   */
  StepState expandedTo(int count) {
    var items = new ArrayList<>(units);
    while (items.size() < count) {
      items.add(UnitState.PENDING);
    }
    for (int i = count; i < items.size(); i++) {
      items.set(i, items.get(i).to(StepStatus.SKIPPED));
    }
    while (items.size() > count && items.get(items.size() - 1).tries() == 0) {
      items.remove(items.size() - 1);
    }
    return new StepState(true, patch, items);
  }
}
