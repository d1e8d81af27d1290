package dev.atf.testkit;

import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanList;
import dev.atf.plans.row.PlanPart;
import dev.atf.sim.aws.WatchedPlans;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Plans of a test; records which ones were read. */
record KeptPlans(WatchedPlans plans, TaskLog log) implements Plans {
  /** Returns whether a plan whose alarm has fired has still to be read. */
  boolean hasUnseen(Instant now) {
    return plans.all().stream().anyMatch(plan -> hasRung(plan, now) && !log.hasSeen(plan.id()));
  }

  /** Returns the times of alarms that have not fired yet. */
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
