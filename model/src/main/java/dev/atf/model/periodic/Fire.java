package dev.atf.model.periodic;

import java.time.Instant;

/**
 * One time at which a schedule fires.
 *
 * @param at the time that the schedule names: what the fire is known by
 * @param dueAt the same and its jitter: when its task is to run
 */
public record Fire(Instant at, Instant dueAt) {
  /** Which member of its plan it is: the same on every machine. */
  public String member() {
    return member(at);
  }

  public static String member(Instant at) {
    return at.toString();
  }
}
