package dev.atf.simulation.model;

import dev.atf.model.task.TaskEvent;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Results of searching the unchanged protocol once in each of several scenarios. */
final class CleanSearches {
  private final Map<Scenario, Search.Result> results = new LinkedHashMap<>();

  CleanSearches(List<Scenario> scenarios) {
    // Searches share nothing: one runs on each processor.
    var found =
        scenarios.parallelStream().map(scenario -> Search.of(scenario, Cut.NOTHING)).toList();
    for (int i = 0; i < scenarios.size(); i++) {
      results.put(scenarios.get(i), found.get(i));
    }
  }

  Map<Scenario, Search.Result> results() {
    return results;
  }

  Set<TaskEvent> taken() {
    var taken = EnumSet.noneOf(TaskEvent.class);
    results.values().forEach(result -> taken.addAll(result.taken()));
    return taken;
  }

  /** Returns the names of the guards of every event. */
  Map<TaskEvent, Set<String>> guards() {
    var guards = new EnumMap<TaskEvent, Set<String>>(TaskEvent.class);
    for (var result : results.values()) {
      result
          .store()
          .guards()
          .forEach(
              (event, some) -> guards.computeIfAbsent(event, e -> new TreeSet<>()).addAll(some));
    }
    return guards;
  }

  /** Returns the smallest refusals of {@code event} that {@code guard} was part of. */
  List<Set<String>> refusalsBy(TaskEvent event, String guard) {
    var found =
        results.values().stream()
            .flatMap(result -> refusals(result, event))
            .filter(refusal -> refusal.contains(guard))
            .distinct()
            .sorted(
                Comparator.<Set<String>>comparingInt(Set::size)
                    .thenComparing(refusal -> String.join(" ", refusal)))
            .toList();
    return found.stream().filter(refusal -> refusal.size() == found.get(0).size()).toList();
  }

  /** Returns the scenarios in which {@code refusal} was seen. */
  List<Scenario> scenarios(TaskEvent event, Set<String> refusal) {
    return results.keySet().stream()
        .filter(
            scenario ->
                refusals(java.util.Objects.requireNonNull(results.get(scenario)), event)
                    .anyMatch(seen -> seen.equals(refusal)))
        .toList();
  }

  private static Stream<Set<String>> refusals(Search.Result result, TaskEvent event) {
    return result.store().refusals().getOrDefault(event, Set.of()).stream();
  }
}
