package dev.atf.executor.core;

import dev.atf.executor.core.attempt.ReturnReason;
import dev.atf.executor.core.health.HealthGate;
import dev.atf.runtime.loop.Step;
import java.time.Duration;

/**
 * Keeps work ahead of busy slots, and returns it when no slot becomes free for it: other executors
 * may have room.
 */
public record AheadStep(WorkLine line, Drain drain, HealthGate health) implements Step {
  /** Longest wait for a slot. Chosen: many times what it should take. */
  static final Duration WAIT_MAX = Duration.ofMillis(500);

  /** Wait while no work was fetched ahead. Chosen. */
  private static final Duration IDLE = Duration.ofHours(1);

  /** Also to be turned by {@link WorkLine#whenAhead}. */
  @Override
  public Duration turn() {
    line.giveBackAhead(WAIT_MAX, ReturnReason.NO_SLOT_FREE);
    if (!drain.hasBegun() && health.isOpen()) {
      line.prefetch();
    }
    return line.untilAheadIsOld(WAIT_MAX).orElse(IDLE);
  }
}
