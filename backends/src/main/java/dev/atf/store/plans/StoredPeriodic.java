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
   * Reads a row.
   *
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

  /** Returns the next version of an unreadable row. It is paused, and otherwise unchanged. */
  public static Plan pausedUnread(Plan plan) {
    var state =
        PeriodicCodec.message(plan)
            .map(message -> PlanBytes.of(message.toBuilder().setPaused(true).build()))
            .orElse(plan.state());
    return plan.next(state, null);
  }

  /**
   * Returns the id of the contents that a row names, even if the rest of the row cannot be read.
   */
  public static Optional<TaskId> contentsId(Plan plan) {
    try {
      return PeriodicCodec.message(plan).map(message -> StoredIds.taskId(message.getContents()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the next version of the row with this content. */
  public Plan next(Plan plan, @Nullable Instant alarmAt) {
    return plan.next(PlanBytes.of(PeriodicCodec.write(this), plan.state()), alarmAt);
  }

  /** Returns the first version of the row with this content. */
  public Plan first(Plan fresh, @Nullable Instant alarmAt) {
    return fresh.with(PlanBytes.of(PeriodicCodec.write(this), fresh.state()), alarmAt);
  }
}
