package dev.atf.executor.core;

import dev.atf.executor.core.WorkLine.Answer;
import dev.atf.executor.core.attempt.AttemptRun;
import dev.atf.executor.core.attempt.ReturnReason;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.GrpcCall;
import dev.atf.executor.core.health.DiskWatch;
import dev.atf.executor.core.health.HealthGate;
import dev.atf.executor.core.lease.ExclusiveStart;
import dev.atf.executor.core.log.LogSender;
import dev.atf.executor.core.staging.DiskFullException;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import dev.atf.runtime.rate.Backoff;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slot that runs one attempt at a time: asks for work, runs it, leaves its result to the {@link
 * Reporter}, and asks again. Turned by one thread at a time.
 */
public final class WorkSlot implements Step {
  private static final Logger log = LoggerFactory.getLogger(WorkSlot.class);

  /** Statuses that are definite and stay the same until a setting or right is changed. */
  private static final Set<Status.Code> REFUSALS =
      EnumSet.of(
          Status.Code.INVALID_ARGUMENT,
          Status.Code.NOT_FOUND,
          Status.Code.PERMISSION_DENIED,
          Status.Code.UNAUTHENTICATED,
          Status.Code.RESOURCE_EXHAUSTED);

  /**
   * Shortest plausible wait: a controller that answers sooner without work has not waited, so the
   * slot pauses.
   */
  private static final Duration PROMPT = Duration.ofMillis(100);

  /** Wait while results have no answer. Chosen. */
  private static final Duration NO_ROOM = Duration.ofMillis(20);

  private final Backoff backoff;
  private final Parts parts;
  private Step next = this::ask;
  private @Nullable RunningAttempt held;
  private boolean abandoned;
  private long heldSince;
  private boolean finished;
  private int failures;

  private int returnsInARow;

  /** Parts that all slots of a process share. */
  public record Parts(
      RunningAttempts running,
      Drain drain,
      HealthGate health,
      DiskWatch disk,
      WorkLine line,
      Pace pace,
      WorkArrival arrival,
      ExclusiveStart exclusiveStart,
      AttemptRun run,
      Reporter reporter,
      LogSender logs,
      MonotonicClock clock,
      RandomGenerator random,
      MeterRegistry metrics) {}

  /**
   * @param backoff after failed calls for work
   */
  public WorkSlot(Backoff backoff, Parts parts) {
    this.backoff = backoff;
    this.parts = parts;
  }

  /**
   * Takes the next step. A turn that throws is the last of the attempt that the slot holds: the
   * same turn again would call the handler again.
   */
  @Override
  public Duration turn() throws Exception {
    try {
      return next.turn();
    } catch (Throwable e) {
      var attempt = held();
      if (attempt != null) {
        giveUp(attempt, "its slot failed");
      }
      throw e;
    }
  }

  /** Returns whether the slot holds no attempt. */
  public boolean isIdle() {
    return held() == null;
  }

  /**
   * Makes the slot finish after the attempt that it holds.
   *
   * @return false if it does not hold that attempt
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

  /** Returns whether the slot holds no attempt and, because of the drain, never will. */
  public boolean isFinished() {
    return finished;
  }

  private Duration ask() {
    if (isAbandoned()) {
      finished = true;
      return Duration.ZERO;
    }
    if (parts.drain().hasBegun()) {
      parts.line().giveBackAhead(Duration.ZERO, ReturnReason.DRAINING);
      finished = true;
      return Duration.ZERO;
    }
    if (!parts.health().isOpen()) {
      parts.line().giveBackAhead(Duration.ZERO, ReturnReason.UNHEALTHY);
      return HealthGate.LOOK_EVERY;
    }
    if (parts.running().isReserved()) {
      return ExclusiveStart.LOOK_EVERY;
    }
    if (!parts.reporter().hasRoom()) {
      return NO_ROOM;
    }
    var answer = parts.line().next();
    if (answer instanceof Answer.Failed failed) {
      return askFailed(failed.error());
    }
    failures = 0;
    return answer instanceof Answer.Handed handed
        ? arrived(handed)
        : gotNothing((Answer.Nothing) answer);
  }

  private Duration gotNothing(Answer.Nothing nothing) {
    return parts.clock().since(nothing.askedAt()).compareTo(PROMPT) < 0
        ? PROMPT.plusMillis(parts.random().nextLong(PROMPT.toMillis()))
        : Duration.ZERO;
  }

  private Duration arrived(Answer.Handed handed) {
    var accepted = parts.arrival().decide(handed.work(), handed.askedAt(), handed.waited());
    if (accepted.isEmpty()) {
      // The cause of the refusal may persist: do not take and return work at full speed.
      returnsInARow++;
      return backoff.after(returnsInARow, parts.random());
    }
    returnsInARow = 0;
    hold(accepted.get());
    return Duration.ZERO;
  }

  private Duration askFailed(StatusRuntimeException error) {
    if (parts.drain().hasBegun()) {
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
    return backoff.after(failures, parts.random());
  }

  private void hold(RunningAttempt attempt) {
    setHeld(attempt);
    heldSince = parts.clock().nanos();
    next = () -> run(attempt);
  }

  private Duration run(RunningAttempt attempt) {
    if (!parts.exclusiveStart().mayBegin(attempt)) {
      return ExclusiveStart.LOOK_EVERY;
    }
    Optional<AttemptResult> result;
    try {
      result = parts.run().run(attempt);
    } catch (DiskFullException e) {
      parts.logs().end(attempt, true);
      return giveBack(attempt, e);
    }
    parts.logs().end(attempt, !result.map(AttemptResult::hasSuccess).orElse(false));
    if (result.isPresent()) {
      over();
      attempt.end(result.get());
      parts.reporter().add(attempt, parts.line().hasAhead());
    } else {
      release(attempt, "DISCARDED");
    }
    return Duration.ZERO;
  }

  /** Gives back an attempt whose handler was not called. Its process takes no work for a while. */
  private Duration giveBack(RunningAttempt attempt, DiskFullException full) {
    parts.disk().full(full.bytesNeeded(), String.valueOf(full.getMessage()));
    release(attempt, "RETURNED");
    var ignored = parts.arrival().giveBack(attempt.work(), ReturnReason.DISK_FULL);
    returnsInARow++;
    return backoff.after(returnsInARow, parts.random());
  }

  /**
   * Gives up the result. Nothing runs any more: without heartbeats its lease ends, and the task
   * runs once more.
   */
  private void giveUp(RunningAttempt attempt, String why) {
    // First, since a logger may throw too.
    release(attempt, "UNREPORTED");
    parts.logs().end(attempt, true);
    log.error(
        "result given up taskId={} epoch={} attempt={}: {}",
        attempt.taskId(),
        attempt.work().getEpoch(),
        attempt.work().getAttempt(),
        why);
  }

  /** Ends the holding of the attempt: the slot is free for another one. */
  private void over() {
    parts.pace().busyFor(parts.clock().since(heldSince));
    setHeld(null);
    next = this::ask;
  }

  private void release(RunningAttempt attempt, String outcome) {
    parts.running().remove(attempt);
    over();
    parts.metrics().counter("atf.executor.attempts", "outcome", outcome).increment();
  }
}
