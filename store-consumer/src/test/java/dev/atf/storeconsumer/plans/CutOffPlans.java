package dev.atf.storeconsumer.plans;

import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanList;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Plans that cannot be reached. */
final class CutOffPlans implements Plans {
  @Override
  public PlanResult put(Plan plan) {
    throw away();
  }

  @Override
  public Optional<Plan> find(PlanId id) {
    throw away();
  }

  @Override
  public boolean delete(Plan seen) {
    throw away();
  }

  @Override
  public boolean putPart(PlanPart part) {
    throw away();
  }

  @Override
  public void deletePart(PlanId plan, String name) {
    throw away();
  }

  @Override
  public List<PlanPart> parts(PlanId plan, String from, int limit) {
    throw away();
  }

  @Override
  public PlanPage read(PlanList list, Instant until, int limit, Optional<PlanPage.Mark> after) {
    throw away();
  }

  private static StoreUnavailableException away() {
    return new StoreUnavailableException("cut off", null);
  }
}
