package dev.atf.simulation.model;

import dev.atf.model.task.TaskEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Breadth-first search of every reachable state. */
final class Search {
  private final Store store;
  private final Protocol protocol;
  private final Set<TaskEvent> taken = EnumSet.noneOf(TaskEvent.class);
  private final Map<State, Integer> numbers = new HashMap<>();
  private final List<State> states = new ArrayList<>();
  private final List<Integer> cameFrom = new ArrayList<>();
  private final List<Integer> depths = new ArrayList<>();
  private final List<List<Integer>> before = new ArrayList<>();

  private Search(Scenario scenario, Cut cut) {
    this.store = new Store(cut);
    this.protocol = new Protocol(scenario, store);
  }

  /**
   * @param steps that were tried
   * @param depth of the farthest state
   * @param taken events that were written
   */
  record Result(
      int states,
      long steps,
      int depth,
      Optional<Violation> violation,
      Store store,
      Set<TaskEvent> taken) {}

  /**
   * @param law the law that was broken
   * @param trace the shortest history that breaks a law
   */
  record Violation(String law, List<String> trace) {
    @Override
    public String toString() {
      return law + "\n  " + String.join("\n  ", trace);
    }
  }

  static Result of(Scenario scenario, Cut cut) {
    return new Search(scenario, cut).from(scenario.start());
  }

  private Result from(State start) {
    long steps = 0;
    number(start, -1);
    for (int at = 0; at < states.size(); at++) {
      for (var step : protocol.next(states.get(at))) {
        steps++;
        var applied = step.applied();
        if (applied != null) {
          taken.add(applied.event());
        }
        for (var law : Law.values()) {
          if (law.isBrokenBy(step)) {
            return result(steps, Optional.of(new Violation(law.toString(), trace(at, step))));
          }
        }
        before.get(number(step.after(), at)).add(at);
      }
    }
    return result(steps, deadEnd());
  }

  private Result result(long steps, Optional<Violation> violation) {
    return new Result(states.size(), steps, depths.get(depths.size() - 1), violation, store, taken);
  }

  private int number(State state, int from) {
    return numbers.computeIfAbsent(
        state,
        unseen -> {
          states.add(unseen);
          cameFrom.add(from);
          depths.add(from < 0 ? 0 : depths.get(from) + 1);
          before.add(new ArrayList<>(2));
          return states.size() - 1;
        });
  }

  /** Returns the nearest state from which no end can be reached. */
  private Optional<Violation> deadEnd() {
    var ends = new boolean[states.size()];
    var open = new ArrayDeque<Integer>();
    for (int i = 0; i < states.size(); i++) {
      if (!states.get(i).task().needsAttention()) {
        ends[i] = true;
        open.add(i);
      }
    }
    while (!open.isEmpty()) {
      for (int from : before.get(open.remove())) {
        if (!ends[from]) {
          ends[from] = true;
          open.add(from);
        }
      }
    }
    for (int i = 0; i < ends.length; i++) {
      if (!ends[i]) {
        return Optional.of(new Violation("NO_DEAD_END (every task can still end)", trace(i)));
      }
    }
    return Optional.empty();
  }

  private List<String> trace(int at, Step last) {
    var trace = trace(at);
    trace.add(last.toString());
    return trace;
  }

  private List<String> trace(int at) {
    int from = cameFrom.get(at);
    if (from < 0) {
      return new ArrayList<>();
    }
    var trace = trace(from);
    var step =
        protocol.next(states.get(from)).stream()
            .filter(one -> one.after().equals(states.get(at)))
            .findFirst()
            .orElseThrow();
    trace.add(step.toString());
    return trace;
  }
}
