package dev.atf.controller;

import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import dev.atf.runtime.rpc.CallTimeout;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports dead executors and their claims to the HSC, so that their tasks do not wait for the end
 * of a lease (ADR 0048). A report does not change a claim that has already ended. It is repeated
 * until the HSC answers, or until the leases must have expired. If no report arrives, for example
 * because this process dies too, a task is due again when its lease has ended.
 */
@Singleton
public final class DeathReports implements Step {
  private static final Logger log = LoggerFactory.getLogger(DeathReports.class);

  /** Maximum number of results in a call of the protocol. */
  private static final int RESULTS_MAX = 100;

  /** Pause between two turns without a dead executor. A new death ends the pause. */
  private static final Duration IDLE = Duration.ofMinutes(1);

  /**
   * Interval of the checks for further claims. A claim may still be granted after the death of its
   * executor; such a claim is then reported soon.
   */
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(200);

  /**
   * Time for which claims of a dead executor are watched. It is longer than all tries of a claim
   * that was in progress at the death.
   */
  private static final Duration WATCHED_FOR = Duration.ofSeconds(30);

  /** Time after which a report is abandoned. It is longer than most leases. */
  private static final Duration TRIED_FOR = Duration.ofMinutes(10);

  private final HandedWork handed;
  private final ExecutorChecks checks;
  private final HscServiceBlockingStub hsc;
  private final ControllerConfig config;
  private final MonotonicClock clock;
  private final Queue<Death> deaths = new ConcurrentLinkedQueue<>();
  private volatile Runnable whenAdded = () -> {};

  private record Death(ExecutorEnd end, long seenAt) {}

  @Inject
  DeathReports(
      HandedWork handed,
      ExecutorChecks checks,
      HscServiceBlockingStub hsc,
      ControllerConfig config,
      MonotonicClock clock) {
    this.handed = handed;
    this.checks = checks;
    this.hsc = hsc;
    this.config = config;
    this.clock = clock;
  }

  /** Registers the action that wakes the loop of this step when there is something to report. */
  public void whenAdded(Runnable action) {
    whenAdded = action;
  }

  /** Adds the end of an executor to the reports. Does not wait for the HSC. */
  public void add(ExecutorEnd end) {
    checks.ended(end.executor());
    deaths.add(new Death(end, clock.nanos()));
    whenAdded.run();
  }

  /**
   * Sends all pending reports. The loop calls this method, and the end of the process calls it once
   * more.
   */
  @Override
  public synchronized Duration turn() {
    try {
      deaths.removeIf(this::isOver);
      return deaths.isEmpty() ? IDLE : CHECK_INTERVAL;
    } catch (StatusRuntimeException e) {
      log.warn("the deaths of {} executors are not reported yet: {}", deaths.size(), e.getStatus());
      return config.claimTimeout();
    }
  }

  private boolean isOver(Death death) {
    var claims = handed.of(death.end().executor());
    var age = clock.since(death.seenAt());
    if (age.compareTo(TRIED_FOR) >= 0) {
      handed.remove(death.end().executor(), ids(claims));
      return true;
    }
    for (int from = 0; from < claims.size(); from += RESULTS_MAX) {
      report(death.end(), claims.subList(from, Math.min(claims.size(), from + RESULTS_MAX)));
    }
    return age.compareTo(WATCHED_FOR) >= 0;
  }

  private void report(ExecutorEnd end, List<HandedWork.Claim> claims) {
    var request =
        SetResultsRequest.newBuilder()
            .setExecutorId(end.executor().value())
            .setLambda(end.lambda().value());
    claims.forEach(claim -> request.addResults(died(end, claim)));
    try {
      CallTimeout.on(hsc, config.claimTimeout()).setResults(request.build());
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() != Status.Code.INVALID_ARGUMENT
          && e.getStatus().getCode() != Status.Code.PERMISSION_DENIED) {
        throw e;
      }
      // The HSC has an older version, or this host may not report for others. The tasks are due
      // again when their leases have ended.
      log.warn("the HSC refuses reports about executorId={}: {}", end.executor(), e.getStatus());
    }
    handed.remove(end.executor(), ids(claims));
    log.info(
        "executor ended executorId={} lambda={} claims={} {}",
        end.executor(),
        end.lambda(),
        claims.size(),
        end.how());
  }

  private static AttemptResult died(ExecutorEnd end, HandedWork.Claim claim) {
    return AttemptResult.newBuilder()
        .setAttemptRef(claim.ref())
        .setAttempt(claim.attempt())
        .setExecutorDied(
            AttemptResult.ExecutorDied.newBuilder()
                .setHow(end.how())
                .setDetails(end.details())
                .setDrained(end.drained()))
        .build();
  }

  private static List<String> ids(List<HandedWork.Claim> claims) {
    return claims.stream().map(claim -> claim.ref().getClaimId()).toList();
  }
}
