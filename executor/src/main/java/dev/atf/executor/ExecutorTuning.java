package dev.atf.executor;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings of an executor that should only be changed after measuring.
 *
 * @param pingInterval silence before a ping, in whole seconds; a vanished peer is detected 2 s
 *     later
 * @param backoffMin maximum random wait after a first failed NextWork or SetResults call, then
 *     doubled
 * @param backoffMax maximum wait after failed NextWork or SetResults calls
 * @param resultTimeout how long a result without a definite answer is repeated; then the lease
 *     expires
 * @param claimWait further time of a NextWork call for the claim; at least 2 × the controller's
 *     {@code claimTimeout}
 * @param askAhead how long a task may wait for a busy slot, so that a call carries several; 0 to
 *     request tasks only for free slots
 * @param startThreads threads at the start, doubled per heartbeat interval up to {@code threads}; 0
 *     for all; supervisors set 1 on an overloaded host
 */
public record ExecutorTuning(
    Duration pingInterval,
    Duration backoffMin,
    Duration backoffMax,
    Duration resultTimeout,
    Duration claimWait,
    Duration askAhead,
    int startThreads) {
  /** Maximum of {@code askAhead}. A prefetched task that has waited this long is returned. */
  static final Duration ASK_AHEAD_MAX = Duration.ofMillis(500);

  public static final ExecutorTuning DEFAULTS =
      new ExecutorTuning(
          Duration.ofSeconds(2),
          Duration.ofMillis(100),
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofSeconds(4),
          Duration.ofMillis(20),
          0);

  public ExecutorTuning {
    var hour = Duration.ofHours(1);
    new SettingChecks()
        // The kernel accepts no shorter interval.
        .within("pingInterval", pingInterval, Duration.ofSeconds(1), hour)
        .within("backoffMin", backoffMin, Duration.ofMillis(1), hour)
        .within("backoffMax", backoffMax, Duration.ofMillis(1), hour)
        .atLeast("backoffMax", backoffMax, backoffMin, "backoffMin")
        .positive("resultTimeout", resultTimeout)
        .within("claimWait", claimWait, Duration.ofMillis(1), hour)
        .within("askAhead", askAhead, Duration.ZERO, ASK_AHEAD_MAX)
        .within("startThreads", startThreads, 0, ExecutorConfig.THREADS_MAX)
        .end();
  }
}
