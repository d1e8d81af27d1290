package dev.atf.simulation.check;

import dev.atf.plans.row.PlanId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Job as its client submitted it.
 *
 * @param steps in the order of their submission
 */
public record SubmittedJob(PlanId id, List<Step> steps) {
  /**
   * @param before direct dependencies
   * @param continues true if the steps after it run when it has failed
   * @param retries number of further tasks after one that has failed permanently
   * @param compensated true if it has a compensation
   * @param items number of items of the list that it fans out over; empty if there is none
   * @param itemsOf the step over whose result it fans out
   */
  public record Step(
      String name,
      Set<String> before,
      boolean continues,
      int retries,
      boolean compensated,
      OptionalInt items,
      Optional<String> itemsOf) {
    public Step {
      before = Set.copyOf(before);
    }
  }

  public SubmittedJob {
    steps = List.copyOf(steps);
  }

  int place(String name) {
    for (int place = 0; place < steps.size(); place++) {
      if (steps.get(place).name().equals(name)) {
        return place;
      }
    }
    throw new IllegalArgumentException(id + " has no step " + name);
  }

  /** Returns the direct dependencies of a step. */
  List<Integer> before(int place) {
    return steps.get(place).before().stream().map(this::place).sorted().toList();
  }

  /** Returns the places of all steps that depend on a step, directly or not. */
  List<Integer> after(int place) {
    var known = new HashMap<Integer, Set<Integer>>();
    var after = new ArrayList<Integer>();
    for (int other = 0; other < steps.size(); other++) {
      if (earlier(other, known).contains(place)) {
        after.add(other);
      }
    }
    return after;
  }

  private Set<Integer> earlier(int place, Map<Integer, Set<Integer>> known) {
    var found = known.get(place);
    if (found == null) {
      found = new HashSet<>();
      for (int each : before(place)) {
        found.add(each);
        found.addAll(earlier(each, known));
      }
      known.put(place, found);
    }
    return found;
  }
}
