package dev.atf.runtime.tracing;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Destination and sampling of the spans of a process.
 *
 * @param otlpEndpoint of a collector that takes OTLP over HTTP, such as {@code
 *     http://127.0.0.1:4318}; empty: nothing is traced
 * @param sampleRatio the share of what nobody has decided about that is traced, 0 to 1: what is in
 *     a trace already, or has a link to one, is traced if that is
 * @param exportInterval between two deliveries; a few hundred spans at once go earlier
 */
public record TracingConfig(String otlpEndpoint, double sampleRatio, Duration exportInterval) {
  public static final TracingConfig OFF = new TracingConfig("", 1, Duration.ofSeconds(5));

  /**
   * Longest delivery of remaining spans at shutdown. Chosen: a collector on the host takes
   * milliseconds, and the supervisor waits longer than this before it kills a process.
   */
  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(1);

  public TracingConfig {
    var checks =
        new SettingChecks()
            .that(sampleRatio >= 0 && sampleRatio <= 1, "sampleRatio", sampleRatio, "0 to 1")
            .within("exportInterval", exportInterval, Duration.ofMillis(10), Duration.ofMinutes(1));
    if (!otlpEndpoint.isEmpty()) {
      checks.http("otlpEndpoint", otlpEndpoint);
    }
    checks.end();
  }

  public boolean isOn() {
    return !otlpEndpoint.isEmpty();
  }

  /** Returns how long the last delivery may delay the end of the process. */
  public Duration flushTimeout() {
    return isOn() ? FLUSH_TIMEOUT : Duration.ZERO;
  }
}
