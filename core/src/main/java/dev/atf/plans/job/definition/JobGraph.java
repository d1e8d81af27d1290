package dev.atf.plans.job.definition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Dependencies among the steps of a job, by their places in the definition. The graph is computed
 * once, because a definition does not change.
 */
public final class JobGraph {
  private final JobDefinition definition;
  private final Map<String, Integer> places;
  private final List<List<Integer>> before;
  private final List<List<Integer>> after;
  private final List<Integer> order;

  private JobGraph(JobDefinition definition) {
    this.definition = definition;
    this.places = places(definition.steps());
    this.before = before(definition.steps(), places);
    this.after = reversed(before);
    this.order = order(before, after);
  }

  public static JobGraph of(JobDefinition definition) {
    return new JobGraph(definition);
  }

  public JobDefinition definition() {
    return definition;
  }

  public int size() {
    return before.size();
  }

  public StepDefinition step(int place) {
    return definition.steps().get(place);
  }

  public Optional<Integer> place(String name) {
    return Optional.ofNullable(places.get(name));
  }

  /** Returns the direct predecessors. */
  public List<Integer> before(int place) {
    return before.get(place);
  }

  /** Returns the direct successors. */
  public List<Integer> after(int place) {
    return after.get(place);
  }

  /** Returns all places, each after those it depends on. */
  public List<Integer> order() {
    return order;
  }

  /** Returns this step and all steps after it, directly or indirectly. */
  public BitSet from(int place) {
    var reached = new BitSet(size());
    var open = new ArrayDeque<Integer>(List.of(place));
    while (!open.isEmpty()) {
      int each = open.remove();
      if (!reached.get(each)) {
        reached.set(each);
        open.addAll(after(each));
      }
    }
    return reached;
  }

  /**
   * Returns the names along a cycle, with the first name repeated at the end.
   *
   * @param steps steps with distinct names, whose references all exist
   */
  static Optional<List<String>> findCycle(List<StepDefinition> steps) {
    var before = before(steps, places(steps));
    var free = new BitSet();
    order(before, reversed(before)).forEach(free::set);
    int start = free.nextClearBit(0);
    if (start >= steps.size()) {
      return Optional.empty();
    }
    // Each step of a cycle or after one has such a predecessor, so the walk ends at a step that it
    // has visited.
    var walked = new ArrayList<Integer>();
    int at = start;
    while (!walked.contains(at)) {
      walked.add(at);
      at = before.get(at).stream().filter(place -> !free.get(place)).findFirst().orElseThrow();
    }
    var names = new ArrayList<String>();
    walked.subList(walked.indexOf(at), walked.size()).forEach(i -> names.add(steps.get(i).name()));
    names.add(steps.get(at).name());
    return Optional.of(names);
  }

  private static Map<String, Integer> places(List<StepDefinition> steps) {
    var places = new HashMap<String, Integer>();
    for (int i = 0; i < steps.size(); i++) {
      places.put(steps.get(i).name(), i);
    }
    return places;
  }

  private static List<List<Integer>> before(
      List<StepDefinition> steps, Map<String, Integer> places) {
    var before = new ArrayList<List<Integer>>();
    for (var step : steps) {
      var names = new LinkedHashSet<>(step.after());
      names.addAll(step.inputs());
      if (step.fanOut() instanceof FanOut.ResultOf result) {
        names.add(result.step());
      }
      before.add(names.stream().map(places::get).toList());
    }
    return before;
  }

  private static List<List<Integer>> reversed(List<List<Integer>> before) {
    var after = new ArrayList<List<Integer>>();
    before.forEach(unused -> after.add(new ArrayList<>()));
    for (int i = 0; i < before.size(); i++) {
      for (int each : before.get(i)) {
        after.get(each).add(i);
      }
    }
    return after.stream().map(Collections::unmodifiableList).toList();
  }

  /** Returns a topological order without steps in a cycle and the steps after them. */
  private static List<Integer> order(List<List<Integer>> before, List<List<Integer>> after) {
    var left = new int[before.size()];
    var open = new ArrayDeque<Integer>();
    for (int i = 0; i < left.length; i++) {
      left[i] = before.get(i).size();
      if (left[i] == 0) {
        open.add(i);
      }
    }
    var order = new ArrayList<Integer>();
    while (!open.isEmpty()) {
      int each = open.remove();
      order.add(each);
      for (int next : after.get(each)) {
        if (--left[next] == 0) {
          open.add(next);
        }
      }
    }
    return Collections.unmodifiableList(order);
  }
}
