package dev.atf.lab.execution;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;

/**
 * One run of a handler, as the {@link ExecutionLog} of its process records it.
 *
 * @param epoch of the attempt; 0 outside ATF
 * @param began to the microsecond of the wall clock
 * @param beganNanos on the monotonic clock of the host, which its processes share
 * @param endNanos on the same clock; empty if it runs, or if its process died before the end
 */
public record Execution(
    String task, long epoch, long pid, Instant began, long beganNanos, OptionalLong endNanos) {

  /** Returns when it ended, on the wall clock; it has ended. */
  public Instant ended() {
    return began.plusNanos(endNanos.orElseThrow() - beganNanos);
  }

  /** Returns the time in milliseconds from {@code earlier} to its beginning. */
  public double millisAfter(Instant earlier) {
    return Duration.between(earlier, began).toNanos() / 1e6;
  }

  /** Returns when the execution ended: by itself, or at the death of its process. */
  OptionalLong overAt(Map<Long, Long> deaths) {
    var death = deaths.get(pid);
    return endNanos.isPresent() || death == null ? endNanos : OptionalLong.of(death);
  }

  Execution endedAt(long nanos) {
    return new Execution(task, epoch, pid, began, beganNanos, OptionalLong.of(nanos));
  }
}
