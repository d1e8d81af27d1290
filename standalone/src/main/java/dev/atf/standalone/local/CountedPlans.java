package dev.atf.standalone.local;

import dev.atf.frontend.cost.CostSource.Line;
import dev.atf.model.plan.Plan;
import dev.atf.model.plan.PlanId;
import dev.atf.model.plan.PlanKind;
import dev.atf.model.plan.PlanList;
import dev.atf.model.plan.PlanPart;
import dev.atf.store.plan.PlanPage;
import dev.atf.store.plan.PlanResult;
import dev.atf.store.plan.Plans;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Plans, with the units that DynamoDB would count for what is done to them: items by their size.
 */
final class CountedPlans implements Plans {
  private static final int BYTES_OF_A_UNIT = 1_024;

  /** Keys, names and numbers of a row beside its state. */
  private static final int ROW_BYTES = 250;

  /** Billed for an eventually consistent query that finds nothing. */
  private static final double READ_UNITS_OF_A_POLL = 0.5;

  private final Plans plans;
  private final String store;
  private final Map<PlanKind, Tally> rows = new ConcurrentHashMap<>();
  private final Tally parts = new Tally(new LongAdder(), new LongAdder());
  private final LongAdder polls = new LongAdder();
  private final LongAdder reads = new LongAdder();

  private record Tally(LongAdder count, LongAdder writeUnits) {
    void add(int units) {
      count.increment();
      writeUnits.add(units);
    }
  }

  CountedPlans(Plans plans, String store) {
    this.plans = plans;
    this.store = store;
  }

  List<Line> lines() {
    var lines = new ArrayList<Line>();
    rows.forEach(
        (kind, tally) ->
            lines.add(
                new Line(
                    store, "plan_" + kind.tag(), tally.count.sum(), tally.writeUnits.sum(), 0, 0)));
    if (parts.count.sum() > 0) {
      lines.add(new Line(store, "plan parts", parts.count.sum(), parts.writeUnits.sum(), 0, 0));
    }
    long looked = reads.sum();
    if (looked > 0) {
      lines.add(new Line(store, "plan reads", looked, 0, looked, 0));
    }
    long polled = polls.sum();
    lines.add(new Line(store, "plan polls", polled, 0, polled * READ_UNITS_OF_A_POLL, 0));
    return lines;
  }

  /** One for each begun kilobyte; one for an entry that comes to a list or leaves one. */
  @Override
  public PlanResult put(Plan plan) {
    var before = plans.find(plan.id());
    var result = plans.put(plan);
    if (result instanceof PlanResult.Written) {
      tally(plan.kind()).add(units(ROW_BYTES + plan.state().length()) + moved(before, plan));
    }
    return result;
  }

  private static int moved(Optional<Plan> before, Plan after) {
    var from = before.flatMap(PlanList::of);
    var to = PlanList.of(after);
    boolean stays =
        from.equals(to)
            && before.isPresent()
            && Objects.equals(PlanList.at(before.get()), PlanList.at(after));
    return stays ? 0 : (from.isPresent() ? 1 : 0) + (to.isPresent() ? 1 : 0);
  }

  @Override
  public Optional<Plan> find(PlanId id) {
    reads.increment();
    return plans.find(id);
  }

  @Override
  public boolean delete(Plan seen) {
    boolean deleted = plans.delete(seen);
    if (deleted) {
      tally(seen.kind()).add(PlanList.of(seen).isPresent() ? 2 : 1);
    }
    return deleted;
  }

  @Override
  public boolean putPart(PlanPart part) {
    boolean fresh = plans.putPart(part);
    parts.add(fresh ? units(part.name().length() + part.body().length()) : 1);
    return fresh;
  }

  @Override
  public void deletePart(PlanId plan, String name) {
    plans.deletePart(plan, name);
    parts.add(1);
  }

  @Override
  public List<PlanPart> parts(PlanId plan, String from, int limit) {
    reads.increment();
    return plans.parts(plan, from, limit);
  }

  @Override
  public PlanPage read(PlanList list, Instant until, int limit, Optional<PlanPage.Mark> after) {
    polls.increment();
    return plans.read(list, until, limit, after);
  }

  private Tally tally(PlanKind kind) {
    return rows.computeIfAbsent(kind, unused -> new Tally(new LongAdder(), new LongAdder()));
  }

  private static int units(int bytes) {
    return (bytes + BYTES_OF_A_UNIT - 1) / BYTES_OF_A_UNIT;
  }
}
