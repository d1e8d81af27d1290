package dev.atf.controller;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Settings of a controller to change only after measuring.
 *
 * @param claimConcurrency concurrent ClaimTasks calls
 * @param claimBackoffMin maximum random pause after a first failed claim, then doubled
 * @param claimBackoffMax maximum pause after failed claims
 * @param returnTimeout time limit of returning work to the HSC; the rest is due again when its
 *     lease ends
 * @param waitingCallsMax waiting NextWork calls of a lambda; others are refused
 * @param deletionsMax messages that wait for deletion; others become visible again
 * @param demandMemory how long a lambda's queues are polled after its last NextWork call
 * @param unknownLambdaRefresh {@code settingsRefresh} while a lambda is not registered
 */
public record ControllerTuning(
    int claimConcurrency,
    Duration claimBackoffMin,
    Duration claimBackoffMax,
    Duration returnTimeout,
    int waitingCallsMax,
    int deletionsMax,
    Duration demandMemory,
    Duration unknownLambdaRefresh) {
  // 8 claims of a few milliseconds each are thousands per second, and a slow HSC holds no more
  // threads. 10,000 calls are ten times the threads of the largest executor.
  public static final ControllerTuning DEFAULTS =
      new ControllerTuning(
          8,
          Duration.ofMillis(100),
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          10_000,
          10_000,
          Duration.ofSeconds(1),
          Duration.ofSeconds(1));

  public ControllerTuning {
    var hour = Duration.ofHours(1);
    new SettingChecks()
        .within("claimConcurrency", claimConcurrency, 1, 256)
        .within("claimBackoffMin", claimBackoffMin, Duration.ofMillis(1), hour)
        .within("claimBackoffMax", claimBackoffMax, Duration.ofMillis(1), hour)
        .atLeast("claimBackoffMax", claimBackoffMax, claimBackoffMin, "claimBackoffMin")
        .within("returnTimeout", returnTimeout, Duration.ZERO, hour)
        .within("waitingCallsMax", waitingCallsMax, 1, 1_000_000)
        .within("deletionsMax", deletionsMax, 1, 1_000_000)
        .within("demandMemory", demandMemory, Duration.ZERO, hour)
        .within(
            "unknownLambdaRefresh",
            unknownLambdaRefresh,
            Duration.ofMillis(10),
            ControllerConfig.REFRESH_MAX)
        .end();
  }
}
