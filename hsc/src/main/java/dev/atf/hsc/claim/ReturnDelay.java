package dev.atf.hsc.claim;

import dev.atf.model.FrameworkFailure;
import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Delays until work that was given back unharmed becomes due again.
 *
 * @param elsewhere nothing is the matter but this worker: {@code ARRIVED_LATE}, {@code DRAINING},
 *     {@code EXECUTOR_DRAINED}, {@code UNASKED} (given too much), {@code UNCOVERED} (its supervisor
 *     is silent), {@code PROCESS_RESERVED} (it runs a task alone)
 * @param otherwise upper end of a delay whose second half is drawn, for every other reason, so that
 *     a task which no present worker can run does not circle at full speed: {@code
 *     HANDLER_UNKNOWN}, {@code STILL_RUNNING}
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
