package dev.atf.executor.process;

import dev.atf.executor.ExecutorConfig;
import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings of an executor to change only after measuring.
 *
 * @param pingInterval silence after which the machine of a peer is asked for a sign, in whole
 *     seconds; one that is gone without closing its connection is noticed 2 s later
 * @param backoffMin bound of the drawn wait after a first failed call for work, or report; doubled
 *     after each other
 * @param backoffMax bound of the drawn wait after many failed calls for work, or reports
 * @param resultTimeout for how long a result is reported that gets no definite answer; then the
 *     attempt is left to its lease, and runs again
 * @param claimWait how much longer than {@code nextWorkWait} the controller may take while it
 *     claims; no less than 2 × its {@code claimTimeout}
 * @param askAhead for how long a task may have to wait here for a slot that is busy with short
 *     ones; so a call carries several; 0: no task is asked for that has no slot
 * @param startThreads how many threads take work at first; twice as many after each heartbeat
 *     interval, up to {@code threads}; 0: all at once. Supervisors set 1 on an overloaded host
 */
public record ExecutorTuning(
    Duration pingInterval,
    Duration backoffMin,
    Duration backoffMax,
    Duration resultTimeout,
    Duration claimWait,
    Duration askAhead,
    int startThreads) {
  /** Longest wait of a task that was fetched ahead; then it is returned. Chosen. */
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
        // The kernel accepts no shorter one.
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
