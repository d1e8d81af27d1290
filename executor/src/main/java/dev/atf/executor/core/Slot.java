package dev.atf.executor.core;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.core.Fetcher.Answer;
import dev.atf.executor.core.attempt.AttemptRun;
import dev.atf.executor.core.attempt.ReturnReason;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.GrpcCall;
import dev.atf.executor.core.health.DiskWatch;
import dev.atf.executor.core.health.HealthGate;
import dev.atf.executor.core.lease.DeadlineNotice;
import dev.atf.executor.core.lease.HeartbeatStep;
import dev.atf.executor.core.log.LogSender;
import dev.atf.executor.core.staging.DiskFullException;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import dev.atf.runtime.rate.Backoff;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loop that runs one attempt at a time. It gets work from the {@link Fetcher}, and holds or returns
 * it. It runs the attempt that it holds, passes the result to the {@link Reporter}, and requests
 * more work. Only one thread at a time calls {@link #turn}.
 *
 * <p>If the process dies while a slot holds an attempt, its host reports the death to the HSC, or
 * the lease expires. The attempt counts, even if its handler was not called.
 */
public final class Slot implements Step {
  private static final Logger log = LoggerFactory.getLogger(Slot.class);

  /**
   * Status codes of refusals. A retry succeeds only after a setting or a permission has changed.
   */
  private static final Set<Status.Code> REFUSALS =
      Collections.unmodifiableSet(
          EnumSet.of(
              Status.Code.INVALID_ARGUMENT,
              Status.Code.NOT_FOUND,
              Status.Code.PERMISSION_DENIED,
              Status.Code.UNAUTHENTICATED,
              Status.Code.RESOURCE_EXHAUSTED));

  /**
   * Minimum duration of a call that returns no work. A controller that responds sooner did not wait
   * for work, so the slot pauses.
   */
  private static final Duration LONG_POLL_MIN = Duration.ofMillis(100);

  /**
   * Time between two checks while an attempt waits until it can run alone. It is short compared to
   * the lease, within which other attempts end.
   */
  static final Duration ALONE_CHECK_EVERY = Duration.ofMillis(100);

  /** Pause of a slot while too many results have no answer. */
  private static final Duration RESULTS_PAUSE = Duration.ofMillis(20);

  private final ExecutorConfig config;
  private final Fetcher fetcher;
  private final AttemptRun run;
  private final Reporter reporter;
  private final RunningAttempts running;
  private final HeartbeatStep heartbeat;
  private final DeadlineNotice notice;
  private final LogSender logs;
  private final Pace pace;
  private final Drain drain;
  private final HealthGate health;
  private final DiskWatch disk;
  private final Backoff backoff;
  private final MonotonicClock clock;
  private final RandomGenerator random;

  private @Nullable RunningAttempt held;
  private boolean abandoned;
  private long heldSince;
  private boolean finished;

  /** Number of consecutive failed calls for work. */
  private int failures;

  private int returnsInARow;

  public Slot(
      ExecutorConfig config,
      Fetcher fetcher,
      AttemptRun run,
      Reporter reporter,
      RunningAttempts running,
      HeartbeatStep heartbeat,
      DeadlineNotice notice,
      LogSender logs,
      Pace pace,
      Drain drain,
      HealthGate health,
      DiskWatch disk,
      MonotonicClock clock,
      RandomGenerator random) {
    this.config = config;
    this.fetcher = fetcher;
    this.run = run;
    this.reporter = reporter;
    this.running = running;
    this.heartbeat = heartbeat;
    this.notice = notice;
    this.logs = logs;
    this.pace = pace;
    this.drain = drain;
    this.health = health;
    this.disk = disk;
    this.backoff = new Backoff(config.tuning().backoffMin(), config.tuning().backoffMax());
    this.clock = clock;
    this.random = random;
  }

  /**
   * Gets an attempt, or runs the one that the slot holds. If a turn throws an exception, the slot
   * does not run that attempt again, because another turn would call the handler a second time.
   */
  @Override
  public Duration turn() {
    try {
      var attempt = held();
      return attempt == null ? ask() : run(attempt);
    } catch (Throwable e) {
      var attempt = held();
      if (attempt != null) {
        giveUp(attempt);
      }
      throw e;
    }
  }

  /** Returns whether the slot holds no attempt. */
  public boolean isIdle() {
    return held() == null;
  }

  /**
   * Returns whether the slot holds no attempt and will not hold one again, because of the drain or
   * of an isolated attempt.
   */
  public boolean isFinished() {
    return finished;
  }

  /**
   * Makes the slot finish after its current attempt, because that attempt was isolated: its handler
   * did not stop in time.
   *
   * @return false if the slot does not hold this attempt
   */
  synchronized boolean abandon(RunningAttempt attempt) {
    abandoned |= held == attempt;
    return held == attempt;
  }

  synchronized boolean isAbandoned() {
    return abandoned;
  }

  private synchronized @Nullable RunningAttempt held() {
    return held;
  }

  private synchronized void setHeld(@Nullable RunningAttempt attempt) {
    held = attempt;
  }

  /** Requests work if this process may take any, and holds the received attempt. */
  private Duration ask() {
    if (isAbandoned()) {
      finished = true;
      return Duration.ZERO;
    }
    if (drain.hasBegun()) {
      fetcher.returnPrefetched(Duration.ZERO, ReturnReason.DRAINING);
      finished = true;
      return Duration.ZERO;
    }
    if (!health.isOpen()) {
      fetcher.returnPrefetched(Duration.ZERO, ReturnReason.UNHEALTHY);
      return HealthGate.CHECK_EVERY;
    }
    if (running.isReserved()) { // for an attempt that must run alone
      return ALONE_CHECK_EVERY;
    }
    if (!reporter.hasRoom()) {
      return RESULTS_PAUSE;
    }
    var answer = fetcher.next();
    if (answer instanceof Answer.Failed failed) {
      return askFailed(failed.error());
    }
    failures = 0;
    return answer instanceof Answer.Arrived arrived
        ? arrived(arrived.attempt())
        : gotNothing((Answer.Nothing) answer);
  }

  private Duration askFailed(StatusRuntimeException error) {
    if (drain.hasBegun()) {
      return Duration.ZERO;
    }
    failures++;
    if (failures == 1) {
      log.warn(
          REFUSALS.contains(error.getStatus().getCode())
              ? "the controller refuses to hand out work status={}"
              : "no answer from the controller status={}",
          GrpcCall.brief(error.getStatus()));
    }
    return backoff.after(failures, random);
  }

  private Duration gotNothing(Answer.Nothing nothing) {
    return clock.since(nothing.askedAt()).compareTo(LONG_POLL_MIN) < 0
        ? LONG_POLL_MIN.plusMillis(random.nextLong(LONG_POLL_MIN.toMillis()))
        : Duration.ZERO;
  }

  private Duration arrived(RunningAttempt attempt) {
    var refusal = hold(attempt);
    if (refusal.isPresent()) {
      return returnWork(attempt, refusal.get());
    }
    returnsInARow = 0;
    setHeld(attempt);
    heldSince = clock.nanos();
    return Duration.ZERO;
  }

  /**
   * Starts to hold the attempt. From then on, heartbeats are sent for it, and the notice to the
   * supervisor covers it.
   *
   * @return reason why this process does not start the attempt; empty if the attempt is held
   */
  private Optional<ReturnReason> hold(RunningAttempt attempt) {
    if (drain.hasBegun()) {
      return Optional.of(ReturnReason.DRAINING);
    }
    // Work of another lambda would be heartbeated under the wrong name.
    if (!attempt.work().getLambda().equals(config.lambda()) || !run.hasHandlerFor(attempt.work())) {
      return Optional.of(ReturnReason.HANDLER_UNKNOWN);
    }
    if (attempt.deadline() - clock.nanos() < config.lease().startMargin().toNanos()) {
      return Optional.of(ReturnReason.ARRIVED_LATE);
    }
    var refusal = running.add(attempt);
    if (refusal.isPresent()) {
      return refusal;
    }
    try {
      notice.cover(attempt);
    } catch (IOException | RuntimeException e) {
      log.warn("deadline file cannot be written taskId={}", attempt.taskId(), e);
      running.remove(attempt);
      return Optional.of(ReturnReason.UNCOVERED);
    }
    return Optional.empty();
  }

  /**
   * Returns an attempt to the controller before its handler is called. The slot then waits, because
   * the cause may persist.
   */
  private Duration returnWork(RunningAttempt attempt, ReturnReason reason) {
    fetcher.returnWork(attempt.work(), reason);
    returnsInARow++;
    return backoff.after(returnsInARow, random);
  }

  private Duration run(RunningAttempt attempt) {
    if (!heartbeat.mayBegin(attempt)) {
      return ALONE_CHECK_EVERY;
    }
    Optional<AttemptResult> result;
    try {
      result = run.run(attempt);
    } catch (DiskFullException e) {
      logs.end(attempt, true);
      disk.full(e.bytesNeeded(), String.valueOf(e.getMessage()));
      release(attempt, "RETURNED");
      return returnWork(attempt, ReturnReason.DISK_FULL);
    }
    logs.end(attempt, !result.map(AttemptResult::hasSuccess).orElse(false));
    if (result.isEmpty()) {
      release(attempt, "DISCARDED");
      return Duration.ZERO;
    }
    attempt.end(result.get());
    becomeFree();
    reporter.add(attempt, fetcher.hasPrefetched());
    return Duration.ZERO;
  }

  /**
   * Abandons the result of an attempt whose handler has ended. Without heartbeats, its lease
   * expires, and the task runs again.
   */
  private void giveUp(RunningAttempt attempt) {
    // This must come first, because a logger may throw, too.
    release(attempt, "UNREPORTED");
    logs.end(attempt, true);
    log.error("result given up {}: its slot failed; the task runs again after its lease", attempt);
  }

  private void release(RunningAttempt attempt, String outcome) {
    // This must come first, because a meter may throw. A slot that still held the attempt would
    // run it again.
    becomeFree();
    reporter.release(attempt, outcome);
  }

  private void becomeFree() {
    pace.busyFor(clock.since(heldSince));
    setHeld(null);
  }
}
