package dev.atf.executor.core.lease;

import dev.atf.executor.LeaseConfig;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.GrpcCall;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.runtime.loop.MonotonicClock;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delays the handler of an attempt that is to run alone until this process runs nothing else and
 * the HSC has acknowledged that: if the process dies from then on, this attempt is the cause.
 */
public record ExclusiveStart(
    ExecutorIdentity identity,
    LeaseConfig config,
    RunningAttempts running,
    HscCalls hsc,
    MonotonicClock clock) {
  /**
   * Time between two checks. Chosen: short beside the lease that other attempts may take to end.
   */
  public static final Duration LOOK_EVERY = Duration.ofMillis(100);

  private static final Logger log = LoggerFactory.getLogger(ExclusiveStart.class);

  /** Returns whether the attempt may begin now; if not, the caller asks again a little later. */
  public boolean mayBegin(RunningAttempt attempt) {
    return !attempt.runsAlone()
        || attempt.isToldToStop()
        || (running.isAlone(attempt) && isAcknowledged(attempt));
  }

  /**
   * Sends the exclusive start to the HSC and returns whether it is acknowledged. Meanwhile the
   * attempt is heartbeated like any other, and ends with its lease if no heartbeat succeeds.
   */
  private boolean isAcknowledged(RunningAttempt attempt) {
    var request =
        HeartbeatRequest.newBuilder()
            .setExecutorId(identity.executorId())
            .setLambda(identity.lambda())
            .addAttempts(attempt.ref())
            .setAlone(attempt.taskId())
            .setReadsUnknown(true)
            .build();
    long sentAt = clock.nanos();
    try {
      var response = hsc.heartbeat(request, config.callTimeout());
      if (response.getLostList().contains(attempt.taskId())) {
        running.lost(attempt);
        return true;
      }
      if (response.getUnknownList().contains(attempt.taskId())) {
        return false;
      }
      attempt.acknowledged(
          sentAt, response.hasLease() ? ProtoTimes.java(response.getLease()) : attempt.lease());
    } catch (StatusRuntimeException e) {
      log.warn(
          "start of an attempt that runs alone is not acknowledged taskId={} status={}",
          attempt.taskId(),
          GrpcCall.brief(e.getStatus()));
      return false;
    }
    log.info("runs alone {}", attempt);
    return true;
  }
}
