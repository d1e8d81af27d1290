package dev.atf.store.awake;

import dev.atf.plans.row.Plan;
import dev.atf.store.plans.ForwardingPlans;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import java.time.InstantSource;

/** Plans that mark their lambda as active when they are written. */
public final class WakingPlans extends ForwardingPlans {
  private final AwakeLambdas awake;
  private final InstantSource clock;

  public WakingPlans(Plans plans, AwakeLambdas awake, InstantSource clock) {
    super(plans);
    this.awake = awake;
    this.clock = clock;
  }

  @Override
  public PlanResult put(Plan plan) {
    awake.wakeFor(plan.lambda(), plan.alarmAt(), clock.instant());
    return super.put(plan);
  }
}
