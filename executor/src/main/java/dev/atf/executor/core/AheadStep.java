package dev.atf.executor.core;

import dev.atf.executor.core.attempt.ReturnReason;
import dev.atf.runtime.loop.Step;
import java.time.Duration;

/** Gives back what was asked for ahead when no slot becomes free for it: others may have room. */
public final class AheadStep implements Step {
  /** Chosen: many times what it should take. */
  static final Duration WAIT_MAX = Duration.ofMillis(500);

  /** Chosen: nothing is left to be done. */
  private static final Duration IDLE = Duration.ofHours(1);

  private final WorkLine line;

  public AheadStep(WorkLine line) {
    this.line = line;
  }

  /** Gives back what waits for too long; to be turned, too, by {@link WorkLine#whenAhead}. */
  @Override
  public Duration turn() {
    line.giveBackAhead(WAIT_MAX, ReturnReason.NO_SLOT_FREE);
    return line.untilAheadIsOld(WAIT_MAX).orElse(IDLE);
  }
}
