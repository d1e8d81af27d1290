package dev.atf.executor;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings of an executor that should only be changed after measuring.
 *
 * @param pingInterval silence after which a ping is sent to the peer, in whole seconds; a peer that
 *     vanished without closing its connection is detected 2 s later
 * @param backoffMin maximum random wait after the first failed NextWork or SetResults call; doubled
 *     after each further failure
 * @param backoffMax maximum random wait after many failed NextWork or SetResults calls
 * @param resultTimeout how long a result without a definite answer is reported again; then the
 *     attempt's lease expires, and the task is retried
 * @param claimWait how much longer than {@code nextWorkWait} a NextWork call may take while the
 *     controller claims; at least 2 × the controller's {@code claimTimeout}
 * @param askAhead how long a task may wait for a slot that is busy with short tasks, so that one
 *     call carries several tasks; 0 to request tasks only for free slots
 * @param startThreads threads that take work after the start, doubled after each heartbeat interval
 *     up to {@code threads}; 0 for all; supervisors set 1 on an overloaded host
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
