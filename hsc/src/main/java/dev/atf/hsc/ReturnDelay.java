package dev.atf.hsc;

import dev.atf.runtime.ConfigException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * When work that was given back unharmed becomes due again.
 *
 * @param elsewhere nothing is the matter but this worker: {@code ARRIVED_LATE}, {@code DRAINING},
 *     {@code UNASKED} (it was given more than it can run), {@code UNCOVERED} (its supervisor did
 *     not answer)
 * @param otherwise upper end of a delay whose second half is drawn: {@code HANDLER_UNKNOWN}, {@code
 *     STILL_RUNNING} (an earlier attempt has not stopped), and every reason that this version does
 *     not know, so that a task which no present worker can run does not circle at full speed
 */
public record ReturnDelay(Duration elsewhere, Duration otherwise) {
  public static final ReturnDelay DEFAULT = new ReturnDelay(Duration.ZERO, Duration.ofSeconds(5));

  private static final Set<String> ELSEWHERE =
      Set.of("ARRIVED_LATE", "DRAINING", "UNASKED", "UNCOVERED");

  public ReturnDelay {
    requireNotNegative("returnDelay.elsewhere", elsewhere);
    requireNotNegative("returnDelay.otherwise", otherwise);
  }

  Instant dueAt(String reason, Instant now, RandomGenerator random) {
    if (ELSEWHERE.contains(reason)) {
      return now.plus(elsewhere);
    }
    long half = otherwise.toMillis() / 2;
    return now.plusMillis(half + random.nextLong(half + 1));
  }

  private static void requireNotNegative(String field, Duration value) {
    if (value.isNegative()) {
      throw new ConfigException(field + ": " + value + " (expected: 0 or more)");
    }
  }
}
