package dev.atf.lab.execution;

/**
 * Work of one task of the noisy lambda.
 *
 * @param millis time that it takes before it fails or succeeds
 * @param untilMillis of the epoch: until then stuck tasks hang and failing tasks fail
 */
public record NoisyWork(Kind kind, long millis, long untilMillis) {
  /** Kind of load that a bad neighbour causes. */
  public enum Kind {
    SLOW,
    STUCK,
    FAILING,
    /** Fails at the first attempt and succeeds at the second, whatever the time. */
    FAILING_ONCE
  }
}
