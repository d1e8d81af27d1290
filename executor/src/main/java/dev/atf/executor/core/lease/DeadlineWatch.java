package dev.atf.executor.core.lease;

import dev.atf.executor.ExitCode;
import dev.atf.executor.LeaseConfig;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.attempt.Terminator;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process, or isolates the attempt, when an attempt has passed its local deadline.
 * Interrupts a handler when its task's deadline has passed. The watch makes no calls and uses no
 * disk, so nothing can block it.
 */
public final class DeadlineWatch implements Step {
  /**
   * Maximum delay until a passed deadline of a task is noticed. It only applies if less time was
   * left when the task was claimed.
   */
  private static final Duration WAIT_MAX = Duration.ofSeconds(1);

  private static final Logger log = LoggerFactory.getLogger(DeadlineWatch.class);

  private final RunningAttempts running;
  private final Terminator terminator;
  private final MonotonicClock clock;
  private final Duration waitMax;

  public DeadlineWatch(
      LeaseConfig lease, RunningAttempts running, Terminator terminator, MonotonicClock clock) {
    // An attempt that starts right after a turn has at least its margin left.
    this.waitMax = lease.startMargin().compareTo(WAIT_MAX) < 0 ? lease.startMargin() : WAIT_MAX;
    this.running = running;
    this.terminator = terminator;
    this.clock = clock;
  }

  @Override
  public Duration turn() {
    long now = clock.nanos();
    for (var attempt : running.all()) {
      if (attempt.deadline() - now <= 0) {
        if (terminator.isolate(attempt)) {
          continue;
        }
        terminator.terminate(ExitCode.LEASE_OVER, "lease over " + attempt);
        return waitMax;
      }
      if (isPast(attempt.timeLeft(now)) && attempt.passDeadline()) {
        log.warn("deadline of the task has passed {}", attempt);
      }
    }
    return untilNext(clock.nanos());
  }

  /** Returns the time until the next deadline of a lease or of a task. */
  private Duration untilNext(long now) {
    long wait = waitMax.toNanos();
    for (var attempt : running.all()) {
      wait = Math.min(wait, attempt.deadline() - now);
      if (attempt.heedsDeadline()) {
        wait = Math.min(wait, attempt.timeLeft(now).orElse(waitMax).toNanos());
      }
    }
    return Duration.ofNanos(Math.max(0, wait));
  }

  private static boolean isPast(Optional<Duration> left) {
    return left.filter(time -> time.isNegative() || time.isZero()).isPresent();
  }
}
