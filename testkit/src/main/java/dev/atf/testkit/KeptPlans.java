package dev.atf.testkit;

import dev.atf.model.plan.Plan;
import dev.atf.model.plan.PlanId;
import dev.atf.model.plan.PlanList;
import dev.atf.model.plan.PlanPart;
import dev.atf.simulation.aws.WatchedPlans;
import dev.atf.store.plan.PlanPage;
import dev.atf.store.plan.PlanResult;
import dev.atf.store.plan.Plans;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The plans of a test; notes who was looked at. */
final class KeptPlans implements Plans {
  private final WatchedPlans plans;
  private final TaskLog log;

  KeptPlans(WatchedPlans plans, TaskLog log) {
    this.plans = plans;
    this.log = log;
  }

  /** Whether somebody still has to look at a plan whose alarm has rung. */
  boolean hasUnseen(Instant now) {
    return plans.all().stream().anyMatch(plan -> hasRung(plan, now) && !log.hasSeen(plan.id()));
  }

  /** When alarms ring that have not yet. */
  Stream<Instant> alarmsAfter(Instant now) {
    return plans.all().stream()
        .flatMap(plan -> Optional.ofNullable(plan.alarmAt()).stream())
        .filter(at -> at.isAfter(now));
  }

  private static boolean hasRung(Plan plan, Instant now) {
    var alarmAt = plan.alarmAt();
    return alarmAt != null && !alarmAt.isAfter(now);
  }

  @Override
  public Optional<Plan> find(PlanId id) {
    log.saw(id);
    return plans.find(id);
  }

  @Override
  public PlanResult put(Plan plan) {
    return plans.put(plan);
  }

  @Override
  public boolean delete(Plan seen) {
    return plans.delete(seen);
  }

  @Override
  public boolean putPart(PlanPart part) {
    return plans.putPart(part);
  }

  @Override
  public void deletePart(PlanId plan, String name) {
    plans.deletePart(plan, name);
  }

  @Override
  public List<PlanPart> parts(PlanId plan, String from, int limit) {
    return plans.parts(plan, from, limit);
  }

  @Override
  public PlanPage read(PlanList list, Instant until, int limit, Optional<PlanPage.Mark> after) {
    return plans.read(list, until, limit, after);
  }
}
