package dev.atf.lab.bench.keys;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Executions of the handlers in one phase so far. Not thread-safe. */
final class Executions {
  private static final Comparator<Execution> BY_TIME =
      Comparator.comparingLong(Execution::beganMicros).thenComparingLong(Execution::endedMicros);

  private final KeySizes sizes;
  private final List<Execution> all = new ArrayList<>();
  private final BitSet succeeded = new BitSet();
  private int othersSucceeded;

  Executions(KeySizes sizes) {
    this.sizes = sizes;
  }

  void add(Execution execution) {
    all.add(execution);
    int task = execution.key() * sizes.tasksPerKey() + execution.number();
    if (execution.succeeded() && !succeeded.get(task)) {
      succeeded.set(task);
      othersSucceeded += sizes.isFailing(execution.key()) ? 0 : 1;
    }
  }

  /** Returns the number of tasks that succeeded, each counted once. */
  int succeeded() {
    return succeeded.cardinality();
  }

  /** Returns the number of succeeded tasks of keys that never fail, each counted once. */
  int othersSucceeded() {
    return othersSucceeded;
  }

  /** Returns the number of successes beyond the first of a task: delivery is at least once. */
  int repeated() {
    return (int) all.stream().filter(Execution::succeeded).count() - succeeded();
  }

  /** Returns the time at which the last of the others ended. */
  Optional<Long> othersEndedMicros() {
    return all.stream()
        .filter(execution -> !sizes.isFailing(execution.key()))
        .map(Execution::endedMicros)
        .max(Comparator.naturalOrder());
  }

  /**
   * Returns, for each task of the others, the time from its call to its first execution.
   *
   * @param calledMicros of each key
   */
  List<Double> othersMillisUntilBegun(Map<Integer, Long> calledMicros) {
    var first = new HashMap<Integer, Execution>();
    all.stream()
        .filter(execution -> !sizes.isFailing(execution.key()))
        .forEach(
            execution ->
                first.merge(
                    execution.key() * sizes.tasksPerKey() + execution.number(),
                    execution,
                    (one, other) -> BY_TIME.compare(one, other) <= 0 ? one : other));
    return first.values().stream()
        .map(
            execution ->
                (execution.beganMicros()
                        - Objects.requireNonNull(calledMicros.get(execution.key())))
                    / 1_000.0)
        .toList();
  }

  /** Returns the executions of one key, in the order of their beginning. */
  List<Execution> of(int key) {
    return all.stream().filter(execution -> execution.key() == key).sorted(BY_TIME).toList();
  }

  /**
   * Returns the violations: broken order, or two executions of one key at the same time.
   *
   * @param headsOfFailingAreSkipped the first tasks of keys that fail never succeed
   */
  List<String> violations(boolean headsOfFailingAreSkipped) {
    var found = new ArrayList<String>();
    all.stream()
        .collect(Collectors.groupingBy(Execution::key))
        .forEach(
            (key, some) -> {
              boolean skipped = headsOfFailingAreSkipped && sizes.isFailing(key);
              var ordered = some.stream().sorted(BY_TIME).toList();
              found.addAll(KeyOrder.violations(ordered, sizes.tasksPerKey(), skipped));
            });
    return found;
  }
}
