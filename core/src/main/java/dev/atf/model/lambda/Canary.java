package dev.atf.model.lambda;

import dev.atf.model.Payload;
import dev.atf.model.check.FieldChecks;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * Tasks of a lambda that the framework creates one after the other, to check that the lambda's
 * tasks run (ADR 0070).
 *
 * @param every time between two canaries; whole milliseconds
 * @param deadline time after which a canary that has not succeeded has failed; whole milliseconds
 * @param payload payload of each canary
 */
public record Canary(Duration every, Duration deadline, Payload payload) {
  /** Key of the label that marks canaries. */
  public static final String LABEL = "atf-canary";

  public static final Duration EVERY_DEFAULT = Duration.ofSeconds(30);

  /** Minimum interval, which is two polls of a store consumer and a margin. */
  static final Duration EVERY_MIN = Duration.ofSeconds(5);

  public static final Duration EVERY_MAX = Duration.ofDays(1);
  public static final Duration DEADLINE_MIN = Duration.ofSeconds(1);

  /**
   * Limit on the payload. It is stored in the lambda's row, which processes read every few seconds.
   */
  public static final int PAYLOAD_BYTES_MAX = 4 * 1024;

  public Canary {
    every = every.truncatedTo(ChronoUnit.MILLIS);
    deadline = deadline.truncatedTo(ChronoUnit.MILLIS);
    new FieldChecks()
        .that(
            every.compareTo(EVERY_MIN) >= 0 && every.compareTo(EVERY_MAX) <= 0,
            "canary.every",
            every,
            "5s to 1 day")
        .that(
            deadline.compareTo(DEADLINE_MIN) >= 0 && deadline.compareTo(every) <= 0,
            "canary.deadline",
            deadline,
            "1s to canary.every, " + FieldChecks.text(every))
        .that(
            payload.bytes().length <= PAYLOAD_BYTES_MAX,
            "canary",
            payload,
            "a payload of at most " + PAYLOAD_BYTES_MAX + " bytes")
        .end();
  }
}
