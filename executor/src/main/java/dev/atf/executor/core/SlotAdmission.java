package dev.atf.executor.core;

import dev.atf.executor.LeaseConfig;
import dev.atf.executor.core.lease.HeartbeatStep;
import dev.atf.runtime.loop.Step;
import java.time.Duration;

/**
 * Gradual admission of the slots of a process that starts with few of them. Their number doubles
 * after each heartbeat interval, unless the last heartbeat failed. A process that was paused does
 * not catch up.
 */
public final class SlotAdmission implements Step {
  /** Pause of this step when all slots are admitted. */
  private static final Duration IDLE = Duration.ofHours(1);

  private final LeaseConfig lease;
  private final HeartbeatStep heartbeat;
  private final SlotThreads slots;
  private final Pace pace;
  private boolean begun;

  public SlotAdmission(LeaseConfig lease, HeartbeatStep heartbeat, SlotThreads slots, Pace pace) {
    this.lease = lease;
    this.heartbeat = heartbeat;
    this.slots = slots;
    this.pace = pace;
  }

  /** Returns whether any slot is not admitted yet. */
  public boolean isNeeded() {
    return !slots.areAllAdmitted();
  }

  @Override
  public Duration turn() {
    if (begun && !heartbeat.hasFailed()) {
      slots.admitMore();
      pace.slots(slots.admitted());
    }
    begun = true;
    return isNeeded() ? lease.heartbeatInterval() : IDLE;
  }
}
