package dev.atf.standalone.bench;

/**
 * What one task of the noisy lambda does.
 *
 * @param millis how long it takes, before it fails or succeeds
 * @param untilMillis of the epoch: until then stuck tasks hang and failing tasks fail
 */
public record NoisyWork(Kind kind, long millis, long untilMillis) {
  /** In which way it is a bad neighbour. */
  public enum Kind {
    SLOW,
    STUCK,
    FAILING,
    /** Whatever the time: its first attempt fails, its second ends well. */
    FAILING_ONCE
  }
}
