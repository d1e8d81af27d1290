package dev.atf.simulation.model;

import dev.atf.model.task.Association;
import dev.atf.model.task.Guard;
import dev.atf.model.task.TaskEvent;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Decides which writes are applied, and records which guards refuse the others. Removing guards
 * changes nothing unless they alone have refused a write: other writes are still refused.
 */
final class Store {
  private final Cut cut;
  private final Map<TaskEvent, Set<Set<String>>> refusals = new EnumMap<>(TaskEvent.class);
  private final Map<TaskEvent, Set<String>> guards = new EnumMap<>(TaskEvent.class);

  Store(Cut cut) {
    this.cut = cut;
  }

  boolean takes(TaskEvent event, List<Guard> conditions, Association task) {
    guards.computeIfAbsent(event, unseen -> names(conditions)).addAll(names(conditions));
    var failing =
        conditions.stream()
            .filter(guard -> !cut.ignores(event, guard) && !guard.holds(task))
            .toList();
    if (!failing.isEmpty()) {
      refusals.computeIfAbsent(event, unseen -> new HashSet<>()).add(names(failing));
    }
    return failing.isEmpty();
  }

  /** Returns, for each event, the sets of guards that have refused it together. */
  Map<TaskEvent, Set<Set<String>>> refusals() {
    return refusals;
  }

  Map<TaskEvent, Set<String>> guards() {
    return guards;
  }

  private static Set<String> names(List<Guard> some) {
    return some.stream()
        .map(guard -> guard.getClass().getSimpleName())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
