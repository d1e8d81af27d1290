package dev.atf.model.job;

import dev.atf.model.job.definition.StepDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What one step has come to.
 *
 * @param expanded whether it is known how many items it has; always, if it does not fan out
 * @param patch which input it has instead of the submitted one; empty: the submitted one
 * @param units one; or one for each item once it is expanded
 */
public record StepState(boolean expanded, String patch, List<UnitState> units) {
  public StepState {
    units = List.copyOf(units);
  }

  /** Of a step that is one task, before it begins. */
  static final StepState PLAIN = new StepState(true, "", List.of(UnitState.PENDING));

  static StepState fresh(StepDefinition step) {
    return step.fansOut() ? new StepState(false, "", PLAIN.units()) : PLAIN;
  }

  /** Of all its items together: what matters most of theirs. */
  public StepStatus status() {
    if (units.isEmpty()) {
      return StepStatus.SUCCEEDED;
    }
    var first = units.get(0).status();
    if (units.stream().allMatch(unit -> unit.status() == first)) {
      return first;
    }
    for (var status :
        List.of(
            StepStatus.COMPENSATION_FAILED,
            StepStatus.HELD,
            StepStatus.COMPENSATING,
            StepStatus.RUNNING)) {
      if (any(status)) {
        return status;
      }
    }
    if (any(StepStatus.PENDING)) {
      return StepStatus.RUNNING;
    }
    for (var status : List.of(StepStatus.FAILED, StepStatus.CANCELLED, StepStatus.COMPENSATED)) {
      if (any(status)) {
        return status;
      }
    }
    return StepStatus.SUCCEEDED;
  }

  public long count(StepStatus status) {
    return units.stream().filter(unit -> unit.status() == status).count();
  }

  /** Whether a task of it may be under way. */
  public boolean underWay() {
    return units.stream().anyMatch(unit -> unit.status().underWay());
  }

  /** Whether some of it waits for an operator. */
  public boolean held() {
    return units.stream().anyMatch(unit -> unit.status().held());
  }

  boolean any(StepStatus status) {
    return units.stream().anyMatch(unit -> unit.status() == status);
  }

  boolean reverted() {
    return units.stream().allMatch(UnitState::reverted);
  }

  StepState each(UnaryOperator<UnitState> change) {
    return new StepState(expanded, patch, units.stream().map(change).toList());
  }

  StepState with(int unit, UnitState state) {
    var changed = new ArrayList<>(units);
    changed.set(unit, state);
    return new StepState(expanded, patch, changed);
  }

  StepState withPatch(String name) {
    return new StepState(expanded, name, units);
  }

  /** With its items to be counted anew before it goes on. */
  StepState uncounted(StepDefinition step) {
    return step.fansOut()
        ? new StepState(false, patch, units.isEmpty() ? List.of(UnitState.PENDING) : units)
        : this;
  }

  /**
   * With so many items. Those of an earlier count that are no more among them, and ran, stay for
   * the case that everything is reverted.
   */
  StepState expandedTo(int count) {
    var items = new ArrayList<>(units);
    while (items.size() < count) {
      items.add(UnitState.PENDING);
    }
    for (int i = count; i < items.size(); i++) {
      items.set(i, items.get(i).to(StepStatus.SKIPPED));
    }
    while (items.size() > count && !items.get(items.size() - 1).ran()) {
      items.remove(items.size() - 1);
    }
    return new StepState(true, patch, items);
  }
}
