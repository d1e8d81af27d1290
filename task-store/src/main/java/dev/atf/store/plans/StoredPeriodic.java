package dev.atf.store.plans;

import dev.atf.plans.periodic.PeriodicState;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.row.Plan;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Content of the row of a periodic task. */
public record StoredPeriodic(PeriodicTask task, PeriodicState state) {
  public static StoredPeriodic of(Plan plan) {
    return PeriodicCodec.read(plan);
  }

  /** The next version of the row, that says this. */
  public Plan next(Plan plan, @Nullable Instant alarmAt) {
    return plan.next(PlanBytes.of(PeriodicCodec.write(this), plan.state()), alarmAt);
  }

  /** The first version of the row, that says this. */
  public Plan first(Plan fresh, @Nullable Instant alarmAt) {
    return fresh.with(PlanBytes.of(PeriodicCodec.write(this), fresh.state()), alarmAt);
  }
}
