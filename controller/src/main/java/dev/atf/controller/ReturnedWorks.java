package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.protocol.v1.ReturnWorkRequest;
import dev.atf.protocol.v1.ReturnedWork;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rpc.CallTimeout;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Returns claimed tasks that were not started to the HSC. The call may be repeated: it does not
 * change a task that was returned before, or that its executor no longer holds.
 */
final class ReturnedWorks {
  private static final long PAUSE_MILLIS_MAX = 500;

  private static final Set<Status.Code> TRY_AGAIN =
      Collections.unmodifiableSet(
          EnumSet.of(
              Status.Code.UNAVAILABLE,
              Status.Code.DEADLINE_EXCEEDED,
              Status.Code.UNKNOWN,
              Status.Code.ABORTED));

  private final HscServiceBlockingStub hsc;
  private final ControllerConfig config;
  private final Threads threads;
  private final MonotonicClock clock;
  private final RandomGenerator random;

  @Inject
  ReturnedWorks(
      HscServiceBlockingStub hsc,
      ControllerConfig config,
      Threads threads,
      MonotonicClock clock,
      RandomGenerator random) {
    this.hsc = hsc;
    this.config = config;
    this.threads = threads;
    this.clock = clock;
    this.random = random;
  }

  /**
   * Returns tasks to the HSC, and waits for its answer.
   *
   * @throws StatusRuntimeException the failure of the HSC, or that it did not answer within some
   *     seconds
   */
  void returnWork(LambdaName lambda, ReturnWorkRequest request) throws InterruptedException {
    var results =
        SetResultsRequest.newBuilder()
            .setExecutorId(request.getExecutorId())
            .setLambda(lambda.value());
    request.getWorkList().forEach(work -> results.addResults(returned(work)));
    long beganAt = clock.nanos();
    while (true) {
      try {
        CallTimeout.on(hsc, config.claimTimeout()).setResults(results.build());
        return;
      } catch (StatusRuntimeException e) {
        if (!TRY_AGAIN.contains(e.getStatus().getCode())
            || clock.since(beganAt).compareTo(config.tuning().returnTimeout()) >= 0) {
          throw e;
        }
        pause();
      }
    }
  }

  private void pause() throws InterruptedException {
    threads.sleep(Duration.ofMillis(1 + random.nextLong(PAUSE_MILLIS_MAX)));
  }

  private static AttemptResult returned(ReturnedWork work) {
    return AttemptResult.newBuilder()
        .setAttemptRef(
            AttemptRef.newBuilder()
                .setTaskId(work.getTaskId())
                .setEpoch(work.getEpoch())
                .setClaimId(work.getClaimId()))
        .setAttempt(work.getAttempt())
        .setReturned(AttemptResult.Returned.newBuilder().setReason(work.getReason()))
        .build();
  }
}
