package dev.atf.hsc.claim;

import dev.atf.model.FrameworkFailure;
import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Delays until work that was returned without being started becomes due again.
 *
 * @param elsewhere delay if another worker can run the task: {@code ARRIVED_LATE}, {@code
 *     DRAINING}, {@code EXECUTOR_DRAINED}, {@code UNASKED}, {@code UNCOVERED}, {@code
 *     PROCESS_RESERVED}
 * @param otherwise maximum delay for other reasons, such as {@code HANDLER_UNKNOWN}; random, at
 *     least half of this
 */
public record ReturnDelay(Duration elsewhere, Duration otherwise) {
  public static final ReturnDelay DEFAULT = new ReturnDelay(Duration.ZERO, Duration.ofSeconds(5));

  private static final Set<String> ELSEWHERE =
      Set.of(
          "ARRIVED_LATE",
          "DRAINING",
          "UNASKED",
          "UNCOVERED",
          "PROCESS_RESERVED",
          FrameworkFailure.EXECUTOR_DRAINED.name());

  public ReturnDelay {
    new SettingChecks()
        .notNegative("elsewhere", elsewhere)
        .notNegative("otherwise", otherwise)
        .end();
  }

  Instant dueAt(String reason, Instant now, RandomGenerator random) {
    if (ELSEWHERE.contains(reason)) {
      return now.plus(elsewhere);
    }
    long half = otherwise.toMillis() / 2;
    return now.plusMillis(half + random.nextLong(half + 1));
  }
}
