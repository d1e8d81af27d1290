package dev.atf.simulation.check;

import java.time.Duration;

/**
 * Rule that a client which fails over to the frontends of another zone is answered by its second
 * try. It assumes that the loss of one zone at a time is the only fault.
 */
public final class ScheduledDespiteZoneLoss implements Rule {
  /** Longest time of both tries. */
  public static final Duration WITHIN = Duration.ofSeconds(5);

  private static final int TRIES_MAX = 2;

  @Override
  public String name() {
    return "a Schedule succeeds in two tries while a zone is lost";
  }

  @Override
  public void scheduleTried(ScheduleTry one, Verdict verdict) {
    boolean failed = !one.answered() && one.number() >= TRIES_MAX;
    if (failed || one.since().compareTo(WITHIN) > 0) {
      verdict.broken(
          this,
          "%s: try %d %s after %s"
              .formatted(
                  one.key(),
                  one.number(),
                  one.answered() ? "was answered" : "had no answer",
                  one.since()));
    }
  }
}
