package dev.atf.lab.bench.keys;

import dev.atf.lab.execution.Execution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Ended executions of one phase so far. Not thread-safe. */
final class PhaseExecutions {
  private static final Comparator<KeyExecution> BY_TIME =
      Comparator.comparingLong(KeyExecution::beganNanos)
          .thenComparingLong(KeyExecution::endedNanos);

  private final KeySizes sizes;
  private final long firstNumber;
  private final List<KeyExecution> all = new ArrayList<>();
  private final BitSet succeeded = new BitSet();
  private int othersSucceeded;

  /**
   * @param firstNumber of the jobs of the phase, which follow each other by keys
   */
  PhaseExecutions(KeySizes sizes, long firstNumber) {
    this.sizes = sizes;
    this.firstNumber = firstNumber;
  }

  /** Adds an execution; one of an earlier phase is left out. */
  void add(Execution execution) {
    int task = (int) (Long.parseLong(execution.task()) - firstNumber);
    if (task < 0) {
      return;
    }
    int key = task / sizes.tasksPerKey();
    all.add(new KeyExecution(key, task % sizes.tasksPerKey(), execution));
    if (execution.succeeded() && !succeeded.get(task)) {
      succeeded.set(task);
      othersSucceeded += sizes.isFailing(key) ? 0 : 1;
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
    return (int) all.stream().filter(KeyExecution::succeeded).count() - succeeded();
  }

  /** Returns the time at which the last of the others ended. */
  Optional<Instant> othersEnded() {
    return others().map(one -> one.execution().ended()).max(Comparator.naturalOrder());
  }

  /**
   * Returns, for each task of the others, the time from its call to its first execution.
   *
   * @param called of each key
   */
  List<Double> othersMillisUntilBegun(Map<Integer, Instant> called) {
    var first = new HashMap<String, KeyExecution>();
    others()
        .forEach(
            one ->
                first.merge(
                    one.execution().task(), one, (a, b) -> BY_TIME.compare(a, b) <= 0 ? a : b));
    return first.values().stream()
        .map(one -> one.execution().millisAfter(Objects.requireNonNull(called.get(one.key()))))
        .toList();
  }

  private Stream<KeyExecution> others() {
    return all.stream().filter(one -> !sizes.isFailing(one.key()));
  }

  /** Returns the executions of one key, in the order of their beginning. */
  List<KeyExecution> of(int key) {
    return all.stream().filter(one -> one.key() == key).sorted(BY_TIME).toList();
  }

  /**
   * Returns the violations: broken order, or two executions of one key at the same time.
   *
   * @param headsOfFailingAreSkipped the first tasks of keys that fail never succeed
   */
  List<String> violations(boolean headsOfFailingAreSkipped) {
    var found = new ArrayList<String>();
    all.stream()
        .collect(Collectors.groupingBy(KeyExecution::key))
        .forEach(
            (key, some) -> {
              boolean skipped = headsOfFailingAreSkipped && sizes.isFailing(key);
              var ordered = some.stream().sorted(BY_TIME).toList();
              found.addAll(KeyOrder.violations(ordered, sizes.tasksPerKey(), skipped));
            });
    return found;
  }
}
