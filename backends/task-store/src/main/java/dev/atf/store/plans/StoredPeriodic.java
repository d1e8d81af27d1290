package dev.atf.store.plans;

import dev.atf.model.TaskId;
import dev.atf.plans.periodic.PeriodicState;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.row.Plan;
import dev.atf.store.codec.StoredIds;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Content of the row of a periodic task. */
public record StoredPeriodic(PeriodicTask task, PeriodicState state) {
  /**
   * @throws UnreadablePlanException if this process cannot interpret the row
   */
  public static StoredPeriodic of(Plan plan) {
    return PeriodicCodec.read(plan);
  }

  /** Returns the content of the row; empty if this process cannot interpret it. */
  public static Optional<StoredPeriodic> ifReadable(Plan plan) {
    try {
      return Optional.of(of(plan));
    } catch (UnreadablePlanException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the next version of a row that cannot be read: it is paused, and otherwise unchanged.
   */
  public static Plan pausedUnread(Plan plan) {
    var state =
        PeriodicCodec.message(plan)
            .map(message -> PlanBytes.of(message.toBuilder().setPaused(true).build()))
            .orElse(plan.state());
    return plan.next(state, null);
  }

  /** Returns the id of the contents that a row names, even if it cannot be read otherwise. */
  public static Optional<TaskId> contentsId(Plan plan) {
    try {
      return PeriodicCodec.message(plan).map(message -> StoredIds.taskId(message.getContents()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
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
