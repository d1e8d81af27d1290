package dev.atf.hsc.plans;

import java.time.Duration;

/**
 * Times of hints.
 *
 * @param timeout of a call to one store consumer, for which the others wait
 */
public record HintTimes(Duration timeout) {
  /** Chosen: a call in one region takes a few milliseconds, on a busy host a hundred times that. */
  public static final HintTimes DEFAULT = new HintTimes(Duration.ofSeconds(1));
}
