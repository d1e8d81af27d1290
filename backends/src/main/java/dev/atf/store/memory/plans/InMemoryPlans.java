package dev.atf.store.memory.plans;

import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanList;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Plans in memory, under one lock. Iterations have a fixed order. */
public final class InMemoryPlans implements Plans {
  private static final Comparator<PlanPage.Mark> ORDER =
      Comparator.comparing(PlanPage.Mark::at).thenComparing(PlanPage.Mark::id);

  private final Map<PlanId, Plan> plans = new TreeMap<>();
  private final Map<PlanId, TreeMap<String, PlanPart>> parts = new TreeMap<>();

  /** Returns all plans. */
  public synchronized Collection<Plan> all() {
    return List.copyOf(plans.values());
  }

  @Override
  public synchronized PlanResult put(Plan plan) {
    var found = Optional.ofNullable(plans.get(plan.id()));
    if (!found.map(plan::follows).orElse(plan.version() == 1)) {
      return new PlanResult.Refused(found);
    }
    plans.put(plan.id(), plan);
    return new PlanResult.Written();
  }

  /** Overwrites any version, to simulate stores that ignore the condition. */
  public synchronized PlanResult force(Plan plan) {
    plans.put(plan.id(), plan);
    return new PlanResult.Written();
  }

  @Override
  public synchronized Optional<Plan> find(PlanId id) {
    return Optional.ofNullable(plans.get(id));
  }

  @Override
  public synchronized boolean delete(Plan seen) {
    var found = plans.get(seen.id());
    if (found == null || !seen.isVersionOf(found)) {
      return false;
    }
    plans.remove(seen.id());
    return true;
  }

  @Override
  public synchronized boolean putPart(PlanPart part) {
    return parts.computeIfAbsent(part.plan(), id -> new TreeMap<>()).putIfAbsent(part.name(), part)
        == null;
  }

  @Override
  public synchronized void deletePart(PlanId plan, String name) {
    parts.getOrDefault(plan, new TreeMap<>()).remove(name);
  }

  @Override
  public synchronized List<PlanPart> parts(PlanId plan, String from, int limit) {
    return parts.getOrDefault(plan, new TreeMap<>()).tailMap(from).values().stream()
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized PlanPage read(
      PlanList list, Instant until, int limit, Optional<PlanPage.Mark> after) {
    return page(plans.values(), list, until, limit, after);
  }

  /** Returns a page of a list of these plans. */
  public static PlanPage page(
      Collection<Plan> plans,
      PlanList list,
      Instant until,
      int limit,
      Optional<PlanPage.Mark> after) {
    var entries =
        plans.stream()
            .filter(plan -> PlanList.of(plan).equals(Optional.of(list)))
            .map(plan -> new PlanPage.Mark(PlanList.at(plan), plan.id()))
            .filter(mark -> !mark.at().isAfter(until))
            .filter(mark -> after.isEmpty() || ORDER.compare(mark, after.get()) > 0)
            .sorted(ORDER)
            .limit(limit)
            .toList();
    return new PlanPage(
        entries, entries.size() < limit ? Optional.empty() : Optional.of(entries.get(limit - 1)));
  }
}
