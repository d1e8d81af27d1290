package dev.atf.sim.aws;

import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanList;
import dev.atf.plans.row.PlanPart;
import dev.atf.sim.time.Timeline;
import dev.atf.store.memory.plans.InMemoryPlans;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Plans with a lagging index. Every write of a plan is reported to a watcher. */
public final class WatchedPlans implements Plans {
  private static final Duration DEFERRED = Duration.ofSeconds(8);

  private final InMemoryPlans plans = new InMemoryPlans();
  private final Map<PlanId, Shown> shown = new TreeMap<>();
  private final Timeline timeline;
  private final Supplier<Duration> lag;
  private final WatchedStore.Watcher watcher;
  private final Mutation mutation;
  private long writes;

  private record Shown(long write, Optional<Plan> plan) {}

  WatchedPlans(
      Timeline timeline, Supplier<Duration> lag, WatchedStore.Watcher watcher, Mutation mutation) {
    this.timeline = timeline;
    this.lag = lag;
    this.watcher = watcher;
    this.mutation = mutation;
  }

  /** Returns the current version of every plan. */
  public Collection<Plan> all() {
    return plans.all();
  }

  @Override
  public PlanResult put(Plan plan) {
    if (mutation.defers(plan)) {
      timeline.after(
          DEFERRED,
          () -> {
            var unused = write(plan);
          });
      return new PlanResult.Written();
    }
    return write(mutation.cut(plan));
  }

  private PlanResult write(Plan plan) {
    var before = plans.find(plan.id());
    var result = plans.put(plan);
    if (result instanceof PlanResult.Refused && mutation.ignoresPlanVersions()) {
      result = plans.force(plan);
    }
    if (result instanceof PlanResult.Written) {
      written(plan.id(), Optional.of(plan));
      watcher.planWritten(before, plan);
    }
    return result;
  }

  @Override
  public Optional<Plan> find(PlanId id) {
    watcher.planRead(id);
    return plans.find(id);
  }

  @Override
  public boolean delete(Plan seen) {
    boolean deleted = plans.delete(seen);
    if (deleted) {
      written(seen.id(), Optional.empty());
      watcher.planDeleted(seen);
    }
    return deleted;
  }

  @Override
  public boolean putPart(PlanPart part) {
    boolean put = mutation.forgets(part) || plans.putPart(mutation.cut(part));
    if (put) {
      watcher.partPut(part);
    }
    return put;
  }

  @Override
  public void deletePart(PlanId plan, String name) {
    plans.deletePart(plan, name);
  }

  @Override
  public List<PlanPart> parts(PlanId plan, String from, int limit) {
    var found = plans.parts(plan, from, limit);
    if (found.size() < 2 || !mutation.reverses(found.get(0))) {
      return found;
    }
    var backwards = new ArrayList<>(found);
    Collections.reverse(backwards);
    return backwards;
  }

  @Override
  public PlanPage read(PlanList list, Instant until, int limit, Optional<PlanPage.Mark> after) {
    var visible = shown.values().stream().flatMap(it -> it.plan().stream()).toList();
    return InMemoryPlans.page(visible, list, until, limit, after);
  }

  private void written(PlanId id, Optional<Plan> plan) {
    long write = ++writes;
    var late = lag.get();
    if (late.isZero()) {
      show(write, id, plan);
    } else {
      timeline.after(late, () -> show(write, id, plan));
    }
  }

  private void show(long write, PlanId id, Optional<Plan> plan) {
    var before = shown.get(id);
    if (before == null || before.write() < write) {
      shown.put(id, new Shown(write, plan));
    }
  }
}
