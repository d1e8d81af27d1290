package dev.atf.store;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.awaitility.core.ThrowingRunnable;

/**
 * Repeats reads that may be behind: on AWS the index is, and so are reads that are not consistent.
 */
final class Eventually {
  /** An index of DynamoDB is hardly ever a second behind. */
  private static final Duration BEHIND_MAX = Duration.ofSeconds(20);

  private Eventually() {}

  /** Costs nothing where the first read shows it. */
  static void holds(ThrowingRunnable assertion) {
    await().pollDelay(Duration.ZERO).atMost(BEHIND_MAX).untilAsserted(assertion);
  }
}
