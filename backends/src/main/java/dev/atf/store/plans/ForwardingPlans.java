package dev.atf.store.plans;

import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanList;
import dev.atf.plans.row.PlanPart;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Plans that forward each call to others, for subclasses that change some of the calls. */
public abstract class ForwardingPlans implements Plans {
  private final Plans plans;

  protected ForwardingPlans(Plans plans) {
    this.plans = plans;
  }

  @Override
  public PlanResult put(Plan plan) {
    return plans.put(plan);
  }

  @Override
  public Optional<Plan> find(PlanId id) {
    return plans.find(id);
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
