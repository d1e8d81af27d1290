package dev.atf.executor.core;

import dev.atf.executor.ExitCode;
import dev.atf.executor.LeaseConfig;
import dev.atf.runtime.MonotonicClock;
import dev.atf.runtime.Step;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process when an attempt has passed its local deadline, and tells a handler to stop when
 * its task's deadline has passed. It calls nobody and touches no disk, so nothing can keep it from
 * looking.
 */
@Singleton
public final class DeadlineWatch implements Step {
  /** The latest that a passed deadline is seen; a small part of κ, the time to die. */
  public static final Duration LOOK_EVERY = Duration.ofMillis(200);

  private static final Duration IDLE_MAX = Duration.ofSeconds(1);

  private static final Logger log = LoggerFactory.getLogger(DeadlineWatch.class);

  private final RunningAttempts running;
  private final Terminator terminator;
  private final MonotonicClock clock;
  private final Duration idle;

  @Inject
  public DeadlineWatch(
      LeaseConfig lease, RunningAttempts running, Terminator terminator, MonotonicClock clock) {
    // An attempt that is begun right after a look has at least its margin left.
    this.idle = lease.startMargin().compareTo(IDLE_MAX) < 0 ? lease.startMargin() : IDLE_MAX;
    this.running = running;
    this.terminator = terminator;
    this.clock = clock;
  }

  @Override
  public Duration turn() {
    long now = clock.nanos();
    for (var attempt : running.all()) {
      if (attempt.deadline() - now <= 0) {
        terminator.terminate(
            ExitCode.LEASE_OVER,
            "lease over taskId="
                + attempt.taskId()
                + " epoch="
                + attempt.work().getEpoch()
                + " attempt="
                + attempt.work().getAttempt());
        return LOOK_EVERY;
      }
      if (isPast(attempt.timeLeft(now)) && attempt.passDeadline()) {
        log.warn(
            "deadline of the task is over taskId={} epoch={} attempt={}",
            attempt.taskId(),
            attempt.work().getEpoch(),
            attempt.work().getAttempt());
      }
    }
    var earliest = running.earliestDeadline();
    if (earliest.isEmpty()) {
      return idle;
    }
    long rest = Math.max(0, earliest.getAsLong() - clock.nanos());
    return Duration.ofNanos(Math.min(rest, LOOK_EVERY.toNanos()));
  }

  private static boolean isPast(Optional<Duration> left) {
    return left.filter(time -> time.isNegative() || time.isZero()).isPresent();
  }
}
