package dev.atf.storeconsumer;

import java.time.Duration;

/**
 * @param interval between two rounds over all partitions
 * @param lookAhead how far ahead due tasks are read; at least an interval
 * @param pageSize of one reading of the index
 */
record PollSettings(Duration interval, Duration lookAhead, int pageSize) {
  /** A turn that has lasted so long leaves the rest to the next one; well below a loop's limit. */
  static final Duration TURN_TIME = Duration.ofSeconds(10);
}
