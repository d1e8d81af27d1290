package dev.atf.executor.core;

import dev.atf.executor.LeaseConfig;
import dev.atf.executor.core.attempt.Handlers;
import dev.atf.executor.core.attempt.ReturnReason;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.GrpcCall;
import dev.atf.executor.core.lease.DeadlineNotice;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ReturnWorkRequest;
import dev.atf.protocol.v1.ReturnedWork;
import dev.atf.protocol.v1.Work;
import dev.atf.runtime.loop.MonotonicClock;
import io.grpc.StatusRuntimeException;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether this process starts the work that it received, and returns it otherwise. Before
 * the handler runs, started work is in {@link RunningAttempts}, and the notice to the supervisor
 * covers it.
 */
public final class WorkArrival {
  private static final Logger log = LoggerFactory.getLogger(WorkArrival.class);

  private final ExecutorIdentity identity;
  private final LeaseConfig config;
  private final Handlers handlers;
  private final RunningAttempts running;
  private final DeadlineNotice notice;
  private final Drain drain;
  private final ControllerCalls controller;
  private final MonotonicClock clock;
  private final MeterRegistry metrics;

  public WorkArrival(
      ExecutorIdentity identity,
      LeaseConfig config,
      Handlers handlers,
      RunningAttempts running,
      DeadlineNotice notice,
      Drain drain,
      ControllerCalls controller,
      MonotonicClock clock,
      MeterRegistry metrics) {
    this.identity = identity;
    this.config = config;
    this.handlers = handlers;
    this.running = running;
    this.notice = notice;
    this.drain = drain;
    this.controller = controller;
    this.clock = clock;
    this.metrics = metrics;
  }

  /**
   * Accepts the work or returns it.
   *
   * @param askedAt when NextWork was sent, on the monotonic clock
   * @param waited how long the controller held the request before it sent the claim
   */
  public Optional<RunningAttempt> decide(Work work, long askedAt, Duration waited) {
    var lease = ProtoTimes.java(work.getLease());
    var attempt = new RunningAttempt(work, lease, askedAt + waited.toNanos() + lease.toNanos());
    // Work of another lambda would be heartbeated under the wrong name.
    boolean isServed =
        work.getLambda().equals(identity.lambda()) && handlers.find(work.getLambda()).isPresent();
    if (drain.hasBegun()) {
      return giveBack(work, ReturnReason.DRAINING);
    }
    if (!isServed) {
      return giveBack(work, ReturnReason.HANDLER_UNKNOWN);
    }
    var left = Duration.ofNanos(attempt.deadline() - clock.nanos());
    if (left.compareTo(config.startMargin()) < 0) {
      return giveBack(work, ReturnReason.ARRIVED_LATE);
    }
    var refusal = running.add(attempt);
    if (refusal.isPresent()) {
      return giveBack(work, refusal.get());
    }
    try {
      notice.cover(attempt);
    } catch (IOException | RuntimeException e) {
      log.warn("deadline file cannot be written taskId={}", work.getTaskId(), e);
      running.remove(attempt);
      return giveBack(work, ReturnReason.UNCOVERED);
    }
    return Optional.of(attempt);
  }

  /** Returns work once: if the answer is lost, the lease brings the work back. */
  Optional<RunningAttempt> giveBack(Work work, ReturnReason reason) {
    metrics.counter("atf.executor.work.returned", "reason", reason.name()).increment();
    log.warn(
        "work returned taskId={} epoch={} attempt={} reason={}",
        work.getTaskId(),
        work.getEpoch(),
        work.getAttempt(),
        reason);
    var returned =
        ReturnedWork.newBuilder()
            .setTaskId(work.getTaskId())
            .setEpoch(work.getEpoch())
            .setClaimId(work.getClaimId())
            .setAttempt(work.getAttempt())
            .setReason(reason.name());
    try {
      controller.returnWork(
          ReturnWorkRequest.newBuilder()
              .setExecutorId(identity.executorId())
              .setLambda(work.getLambda())
              .addWork(returned)
              .build(),
          config.callTimeout());
    } catch (StatusRuntimeException e) {
      log.warn(
          "return failed taskId={} status={}", work.getTaskId(), GrpcCall.brief(e.getStatus()));
    }
    return Optional.empty();
  }
}
