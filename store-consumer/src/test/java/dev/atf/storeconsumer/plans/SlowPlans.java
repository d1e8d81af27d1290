package dev.atf.storeconsumer.plans;

import dev.atf.plans.row.PlanList;
import dev.atf.store.plans.ForwardingPlans;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.Plans;
import java.time.Instant;
import java.util.Optional;

/** Plans whose lists take their time. */
final class SlowPlans extends ForwardingPlans {
  private final Runnable afterRead;

  SlowPlans(Plans plans, Runnable afterRead) {
    super(plans);
    this.afterRead = afterRead;
  }

  @Override
  public PlanPage read(PlanList list, Instant until, int limit, Optional<PlanPage.Mark> after) {
    var page = super.read(list, until, limit, after);
    afterRead.run();
    return page;
  }
}
