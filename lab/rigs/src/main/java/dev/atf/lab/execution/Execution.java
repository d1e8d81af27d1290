package dev.atf.lab.execution;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One run of a handler, as the {@link ExecutionLog} of its process records it.
 *
 * @param epoch of the attempt; 0 outside ATF
 * @param began to the microsecond of the wall clock
 * @param beganNanos on the monotonic clock of the host, which its processes share
 * @param end empty if it runs, or if its process died before the end
 */
public record Execution(
    String task, long epoch, long pid, Instant began, long beganNanos, Optional<End> end) {

  /**
   * End of an execution.
   *
   * @param nanos on the clock of {@code beganNanos}
   * @param succeeded false after a failure of either kind, or an exception
   */
  public record End(long nanos, boolean succeeded) {}

  /** Returns whether it has ended with success. */
  public boolean succeeded() {
    return end.filter(End::succeeded).isPresent();
  }

  /** Returns when it ended, on the wall clock; it has ended. */
  public Instant ended() {
    return began.plusNanos(end.orElseThrow().nanos() - beganNanos);
  }

  /** Returns the time in milliseconds from {@code earlier} to its beginning. */
  public double millisAfter(Instant earlier) {
    return Duration.between(earlier, began).toNanos() / 1e6;
  }

  /** Returns when it was over: at its own end, or at the death of its process. */
  OptionalLong overAt(Map<Long, Long> deaths) {
    var death = deaths.get(pid);
    return end.isPresent()
        ? OptionalLong.of(end.get().nanos())
        : death == null ? OptionalLong.empty() : OptionalLong.of(death);
  }

  Execution endedAt(long nanos, boolean succeeded) {
    return new Execution(
        task, epoch, pid, began, beganNanos, Optional.of(new End(nanos, succeeded)));
  }
}
