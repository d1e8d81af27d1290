package dev.atf.executor.core;

import dev.atf.executor.ExitCode;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.attempt.Terminator;
import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Isolates a handler, or ends the process, if the handler does not stop in time after its task was
 * cancelled, its attempt was killed, or its claim was lost. A thread cannot be killed.
 *
 * <p>The end of the process affects other attempts as little as possible. The process takes no more
 * work, returns work that was not started, and lets running handlers finish and report for one
 * grace. Handlers that have not finished by then are interrupted and have another grace to stop and
 * report. Nothing is reported for the stuck attempt, because it may still have effects. Its lease
 * expires.
 */
public final class HandlerGrace implements Step {
  private static final Logger log = LoggerFactory.getLogger(HandlerGrace.class);

  /** Longest delay until the end of a grace is noticed. */
  private static final Duration CHECK_EVERY = Duration.ofMillis(200);

  /** Longest delay until a cancelled handler is noticed. */
  private static final Duration IDLE_MAX = Duration.ofSeconds(1);

  private final Duration grace;
  private final Duration idle;
  private final RunningAttempts running;
  private final Drain drain;
  private final ControllerCalls controller;
  private final IntSupplier unfinishedSlots;
  private final Terminator terminator;
  private final MonotonicClock clock;
  private final Counter stuckHandlers;
  private final Map<RunningAttempt, Long> cancelledAt = new HashMap<>();
  private OptionalLong endingSince = OptionalLong.empty();

  /**
   * Creates the step.
   *
   * @param unfinishedSlots number of slots that may still hold an attempt or be handed one
   */
  public HandlerGrace(
      Duration grace,
      RunningAttempts running,
      Drain drain,
      ControllerCalls controller,
      IntSupplier unfinishedSlots,
      Terminator terminator,
      MonotonicClock clock,
      MeterRegistry metrics) {
    this.grace = grace;
    // With a short grace, the delay of the check is only a part of it.
    this.idle =
        Duration.ofMillis(
            Math.max(CHECK_EVERY.toMillis(), Math.min(IDLE_MAX.toMillis(), grace.toMillis() / 4)));
    this.running = running;
    this.drain = drain;
    this.controller = controller;
    this.unfinishedSlots = unfinishedSlots;
    this.terminator = terminator;
    this.clock = clock;
    this.stuckHandlers = Counter.builder("atf.executor.handlers.stuck").register(metrics);
  }

  @Override
  public Duration turn() {
    long now = clock.nanos();
    var stuck = stuck(now);
    if (endingSince.isPresent()) {
      end(stuck, now - endingSince.getAsLong());
    } else {
      stuck.stream()
          .filter(attempt -> !terminator.isolate(attempt))
          .findFirst()
          .ifPresent(attempt -> begin(attempt, now));
    }
    return cancelledAt.isEmpty() && endingSince.isEmpty() ? idle : CHECK_EVERY;
  }

  /**
   * Isolates the attempts that still run after a drain.
   *
   * @return false if only the end of the process can end them
   */
  public boolean isolateAll() {
    return running.all().stream().allMatch(terminator::isolate);
  }

  private List<RunningAttempt> stuck(long now) {
    var cancelled = running.all().stream().filter(HandlerGrace::ignoresCancellation).toList();
    cancelledAt.keySet().retainAll(cancelled);
    cancelled.forEach(attempt -> cancelledAt.putIfAbsent(attempt, now));
    return cancelled.stream()
        .filter(attempt -> now - cancelledAt.getOrDefault(attempt, now) >= grace.toNanos())
        .toList();
  }

  private static boolean ignoresCancellation(RunningAttempt attempt) {
    return attempt.isInHandler()
        && (attempt.isLost()
            || attempt.isCancelRequested()
            || attempt.isKilled()
            || attempt.isOverdue());
  }

  private void begin(RunningAttempt stuck, long now) {
    stuckHandlers.increment();
    log.error(
        "handler stuck {}: it did not stop within {} after it was asked to; this process takes no"
            + " more work and ends",
        stuck,
        grace);
    endingSince = OptionalLong.of(now);
    drain.begin();
    controller.stopWaiting();
  }

  private void end(List<RunningAttempt> stuck, long endingFor) {
    if (unfinishedSlots.getAsInt() <= stuck.size() || endingFor >= 2 * grace.toNanos()) {
      terminator.terminate(
          ExitCode.HANDLER_STUCK,
          "handlers that do not stop: "
              + stuck.size()
              + ", other attempts left: "
              + (running.count() - stuck.size()));
    } else if (endingFor >= grace.toNanos()) {
      running.all().stream()
          .filter(attempt -> !stuck.contains(attempt))
          .forEach(RunningAttempt::drain);
    }
  }
}
