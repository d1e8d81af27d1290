package dev.atf.executor.core.lease;

import dev.atf.executor.ExitCode;
import dev.atf.executor.LeaseConfig;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.attempt.Terminator;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.GrpcCall;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.executor.core.log.LogSender;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptNotes;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import io.grpc.StatusRuntimeException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Heartbeat of all attempts that this process holds. It carries the notes of their handlers since
 * the last heartbeat.
 *
 * <p>An acknowledged attempt may run for one more lease, counted from the moment the call was
 * <em>sent</em>, because the store cannot have counted from an earlier moment. If the HSC cannot
 * confirm a lease, the attempt keeps its deadline, and is heartbeated again immediately, in a call
 * with only such attempts. A call that acknowledges no attempt is a strike. After {@code
 * missedHeartbeatsMax} consecutive strikes, a process that holds attempts ends itself. An
 * acknowledged {@link #mayBegin exclusive start} between two calls also resets the count. A process
 * that holds no attempts sends nothing and collects no strikes. {@link DeadlineWatch} acts when an
 * attempt has passed its deadline.
 *
 * <p>If the process dies, its heartbeats end. Its host reports the death to the HSC, or the store
 * consumer expires the leases, which are longer in the store than here (law 4).
 */
public final class HeartbeatStep implements Step {
  private static final Logger log = LoggerFactory.getLogger(HeartbeatStep.class);

  private final ExecutorIdentity identity;
  private final LeaseConfig config;
  private final RunningAttempts running;
  private final HscCalls hsc;
  private final LogSender logs;
  private final Terminator terminator;
  private final MonotonicClock clock;
  private final Counter missed;
  private final Counter lost;
  private int strikes;
  private long lastStrikeSentAt;
  private volatile boolean failed;

  public HeartbeatStep(
      ExecutorIdentity identity,
      LeaseConfig config,
      RunningAttempts running,
      HscCalls hsc,
      LogSender logs,
      Terminator terminator,
      MonotonicClock clock,
      MeterRegistry metrics) {
    this.identity = identity;
    this.config = config;
    this.running = running;
    this.hsc = hsc;
    this.logs = logs;
    this.terminator = terminator;
    this.clock = clock;
    this.missed = Counter.builder("atf.executor.heartbeats.missed").register(metrics);
    this.lost = Counter.builder("atf.executor.claims.lost").register(metrics);
  }

  /** Returns whether the last heartbeat had no answer while attempts are still held. */
  public boolean hasFailed() {
    return failed;
  }

  @Override
  public Duration turn() {
    var attempts = running.owned();
    if (attempts.isEmpty()) {
      strikes = 0;
      failed = false;
      return config.heartbeatInterval();
    }
    long sentAt = clock.nanos();
    try {
      var request = request(attempts);
      var response = hsc.heartbeat(request, config.callTimeout());
      var unknown = apply(response, request, attempts, sentAt);
      follow(response, attempts);
      if (unknown.size() == attempts.size()) {
        strike(sentAt, "none of " + unknown.size() + " leases was extended");
      } else {
        strikes = 0;
        failed = false;
        repeat(unknown, config.heartbeatInterval().minus(clock.since(sentAt)));
      }
    } catch (StatusRuntimeException e) {
      strike(sentAt, GrpcCall.brief(e.getStatus()));
    }
    var rest = config.heartbeatInterval().minus(clock.since(sentAt));
    return rest.isNegative() ? Duration.ZERO : rest;
  }

  /**
   * Repeats the heartbeat of attempts that were not acknowledged, so that they need not wait for
   * the next interval. An attempt that is not acknowledged again keeps its deadline, which ends the
   * process (law 4).
   */
  private void repeat(List<RunningAttempt> unknown, Duration within) {
    var timeout = within.compareTo(config.callTimeout()) < 0 ? within : config.callTimeout();
    if (unknown.isEmpty() || timeout.isNegative() || timeout.isZero()) {
      return;
    }
    long sentAt = clock.nanos();
    var request = request(unknown);
    var still = unknown;
    try {
      still = apply(hsc.heartbeat(request, timeout), request, unknown, sentAt);
    } catch (StatusRuntimeException e) {
      log.debug("second heartbeat failed status={}", GrpcCall.brief(e.getStatus()));
    }
    if (!still.isEmpty()) {
      log.warn("leases are not extended count={} of={}", still.size(), running.count());
    }
  }

  /**
   * Returns whether the handler of an attempt may be called. If not, the caller calls again a
   * little later. An attempt that must run alone waits until this process runs nothing else and the
   * HSC has acknowledged that. If the process dies after that, this attempt is the cause.
   */
  public boolean mayBegin(RunningAttempt attempt) {
    return !attempt.runsAlone()
        || attempt.isAskedToStop()
        || (running.isAlone(attempt) && isAcknowledgedAlone(attempt));
  }

  /**
   * Sends a heartbeat for an attempt that is about to run alone, on the thread of its slot. Returns
   * whether the HSC has acknowledged that it runs alone. Until then the attempt is heartbeated like
   * any other, and ends with its lease if no heartbeat succeeds.
   */
  private boolean isAcknowledgedAlone(RunningAttempt attempt) {
    var attempts = List.of(attempt);
    var request = request(attempts).toBuilder().setAlone(attempt.taskId()).build();
    long sentAt = clock.nanos();
    try {
      var response = hsc.heartbeat(request, config.callTimeout());
      if (!apply(response, request, attempts, sentAt).isEmpty()) {
        return false;
      }
    } catch (StatusRuntimeException e) {
      log.warn(
          "start of an attempt that runs alone is not acknowledged taskId={} status={}",
          attempt.taskId(),
          GrpcCall.brief(e.getStatus()));
      return false;
    }
    if (!attempt.isLost()) {
      log.info("runs alone {}", attempt);
    }
    return true;
  }

  private HeartbeatRequest request(List<RunningAttempt> attempts) {
    var request =
        HeartbeatRequest.newBuilder()
            .setExecutorId(identity.executorId())
            .setLambda(identity.lambda())
            .setReadsUnknown(true);
    for (var attempt : attempts) {
      request.addAttempts(attempt.ref());
      attempt.notes().unacknowledged().ifPresent(request::addNotes);
    }
    return request.build();
  }

  /**
   * Applies an answer to the attempts that the call named. An attempt that was added later belongs
   * to a later claim.
   *
   * @return attempts for which the HSC does not know whether their leases were extended
   */
  private List<RunningAttempt> apply(
      HeartbeatResponse response,
      HeartbeatRequest request,
      List<RunningAttempt> attempts,
      long sentAt) {
    var sentNotes =
        request.getNotesList().stream()
            .collect(Collectors.toMap(AttemptNotes::getTaskId, notes -> notes));
    var lostTasks = new HashSet<>(response.getLostList());
    var cancelledTasks = new HashSet<>(response.getCancelRequestedList());
    var killedTasks = new HashSet<>(response.getKillList());
    var unknownTasks = new HashSet<>(response.getUnknownList());
    var unknown = new ArrayList<RunningAttempt>();
    for (var attempt : attempts) {
      if (lostTasks.contains(attempt.taskId())) {
        lose(attempt);
        continue;
      }
      if (unknownTasks.contains(attempt.taskId())) {
        unknown.add(attempt);
        continue;
      }
      var extendedBy = response.hasLease() ? ProtoTimes.java(response.getLease()) : attempt.lease();
      attempt.acknowledged(sentAt, extendedBy);
      var notes = sentNotes.get(attempt.taskId());
      if (notes != null) {
        attempt.notes().acknowledged(notes);
      }
      if (cancelledTasks.contains(attempt.taskId())) {
        attempt.cancel();
      }
      if (killedTasks.contains(attempt.taskId())) {
        attempt.kill();
      }
    }
    return unknown;
  }

  private void follow(HeartbeatResponse response, List<RunningAttempt> attempts) {
    var followed = new HashSet<>(response.getFollowList());
    logs.follow(attempts.stream().filter(attempt -> followed.contains(attempt.taskId())).toList());
  }

  /**
   * Marks a claim as lost. The HSC also names an attempt whose result it recorded after the
   * heartbeat was sent. Such an attempt is no longer held, and nothing is lost.
   */
  private void lose(RunningAttempt attempt) {
    if (!running.holds(attempt)) {
      return;
    }
    if (attempt.isInHandler()) {
      lost.increment();
      log.warn("claim lost {}", attempt);
    }
    running.lost(attempt);
  }

  private void strike(long sentAt, String status) {
    // An exclusive start was acknowledged after the last strike.
    if (running.owned().stream().anyMatch(one -> one.isAcknowledgedSince(lastStrikeSentAt))) {
      strikes = 0;
    }
    strikes++;
    lastStrikeSentAt = sentAt;
    failed = true;
    missed.increment();
    log.warn(
        "heartbeat failed strikes={} of={} status={}",
        strikes,
        config.missedHeartbeatsMax(),
        status);
    if (strikes < config.missedHeartbeatsMax()) {
      return;
    }
    var held = running.owned();
    if (!held.isEmpty()) {
      terminator.terminate(
          ExitCode.LEASE_OVER,
          strikes + " heartbeats failed in a row with attempts held: " + held.size());
    }
  }
}
