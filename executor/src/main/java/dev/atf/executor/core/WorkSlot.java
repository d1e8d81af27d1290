package dev.atf.executor.core;

import dev.atf.executor.core.WorkArrival.Accepted;
import dev.atf.executor.core.WorkLine.Answer;
import dev.atf.executor.core.attempt.AttemptRun;
import dev.atf.executor.core.attempt.ReturnReason;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.GrpcCall;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import dev.atf.runtime.rate.Backoff;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slot that runs one attempt at a time: asks for work, runs it, reports until there is a definite
 * answer, and asks again. Each turn is one of these. Turned by one thread at a time.
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

  private final Times times;
  private final Parts parts;
  private Step next = this::ask;
  private @Nullable RunningAttempt held;
  private boolean abandoned;
  private long heldSince;
  private boolean finished;
  private int failures;

  /** Number of reports of the held result that got no definite answer. */
  private int tries;

  private int returnsInARow;

  /** Set while the queue for work expects this slot. */
  private boolean expected;

  /** Parts that all slots of a process share. */
  public record Parts(
      RunningAttempts running,
      Drain drain,
      WorkLine line,
      Pace pace,
      WorkArrival arrival,
      ExclusiveStart exclusiveStart,
      AttemptRun run,
      ResultLine results,
      MonotonicClock clock,
      RandomGenerator random,
      MeterRegistry metrics) {}

  /**
   * Times of a slot.
   *
   * @param backoff after failed calls
   * @param resultTimeout for how long a result is reported that gets no definite answer
   */
  public record Times(Backoff backoff, Duration resultTimeout) {}

  public WorkSlot(Times times, Parts parts) {
    this.times = times;
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
    // An announced slot takes its answer, which may be work that has to be returned.
    if (!expected && isAbandoned()) {
      finished = true;
      return Duration.ZERO;
    }
    if (!expected && parts.drain().hasBegun()) {
      parts.line().giveBackAhead(Duration.ZERO, ReturnReason.DRAINING);
      finished = true;
      return Duration.ZERO;
    }
    if (!expected && parts.running().isReserved()) {
      return ExclusiveStart.LOOK_EVERY;
    }
    var answer = parts.line().next(expected);
    expected = false;
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
      return times.backoff().after(returnsInARow, parts.random());
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
    return times.backoff().after(failures, parts.random());
  }

  private void hold(Accepted accepted) {
    setHeld(accepted.attempt());
    heldSince = parts.clock().nanos();
    next = () -> run(accepted);
  }

  private Duration run(Accepted accepted) {
    var attempt = accepted.attempt();
    if (!parts.exclusiveStart().mayBegin(attempt)) {
      return ExclusiveStart.LOOK_EVERY;
    }
    var result = parts.run().run(attempt, accepted.handler());
    if (result.isEmpty()) {
      release(attempt, "DISCARDED");
    } else {
      long begunAt = parts.clock().nanos();
      next = () -> report(attempt, result.get(), begunAt);
    }
    return Duration.ZERO;
  }

  /**
   * Reports once. Until there is a definite answer the attempt stays held and is heartbeated; not
   * longer than the result time-out, nor than its lease, whose end is the end of the process.
   */
  private Duration report(RunningAttempt attempt, AttemptResult result, long begunAt) {
    if (attempt.isLost()) {
      release(attempt, "DISCARDED");
      return Duration.ZERO;
    }
    var answer =
        tries == 0
            ? parts.results().send(result, parts.line()::expect)
            : parts.results().sendAlone(result);
    if (answer instanceof ReportAnswer.Unknown unknown) {
      tries++;
      parts.metrics().counter("atf.executor.reports.retried").increment();
      log.warn(
          "report unanswered taskId={} epoch={} attempt={} tries={} status={}",
          attempt.taskId(),
          attempt.work().getEpoch(),
          attempt.work().getAttempt(),
          tries,
          GrpcCall.brief(unknown.status()));
      if (parts.clock().since(begunAt).compareTo(times.resultTimeout()) >= 0) {
        giveUp(attempt, "no answer within " + times.resultTimeout());
        return Duration.ZERO;
      }
      return times.backoff().after(tries, parts.random());
    }
    expected = tries == 0;
    var definite = (ReportAnswer.Definite) answer;
    if (!definite.recorded()) {
      log.warn(
          "report refused taskId={} epoch={} attempt={} verdict={}",
          attempt.taskId(),
          attempt.work().getEpoch(),
          attempt.work().getAttempt(),
          definite.verdict());
    }
    release(attempt, definite.recorded() ? result.getOutcomeCase().name() : definite.verdict());
    return Duration.ZERO;
  }

  /**
   * Gives up the result. Nothing runs any more: without heartbeats its lease ends, and the task
   * runs once more.
   */
  private void giveUp(RunningAttempt attempt, String why) {
    // First, since a logger may throw too.
    release(attempt, "UNREPORTED");
    log.error(
        "result given up taskId={} epoch={} attempt={}: {}",
        attempt.taskId(),
        attempt.work().getEpoch(),
        attempt.work().getAttempt(),
        why);
  }

  private void release(RunningAttempt attempt, String outcome) {
    parts.running().remove(attempt);
    parts.pace().busyFor(parts.clock().since(heldSince));
    tries = 0;
    setHeld(null);
    next = this::ask;
    parts.metrics().counter("atf.executor.attempts", "outcome", outcome).increment();
  }
}
