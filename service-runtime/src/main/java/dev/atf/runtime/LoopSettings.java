package dev.atf.runtime;

import java.time.Duration;

/**
 * How a loop behaves when a turn fails or hangs.
 *
 * @param turnTimeMax a turn that takes longer makes the process unhealthy until it ends
 * @param backoffMin after the first failed turn
 * @param backoffMax after many
 */
public record LoopSettings(Duration turnTimeMax, Duration backoffMin, Duration backoffMax) {
  public static final LoopSettings DEFAULT =
      new LoopSettings(Duration.ofSeconds(60), Duration.ofMillis(100), Duration.ofSeconds(5));
}
