package dev.atf.runtime.tracing;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Destination and sampling of the spans of a process.
 *
 * @param otlpEndpoint collector for OTLP over HTTP, such as {@code http://127.0.0.1:4318}; empty
 *     for no tracing
 * @param sampleRatio sampling ratio for new traces, 0 to 1; calls in a trace, or linked to one,
 *     follow its decision
 * @param exportInterval interval between exports; a few hundred spans are exported earlier
 */
public record TracingConfig(String otlpEndpoint, double sampleRatio, Duration exportInterval) {
  public static final TracingConfig OFF = new TracingConfig("", 1, Duration.ofSeconds(5));

  /**
   * Maximum duration of the delivery of remaining spans at shutdown. A collector on the host takes
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

  /** Returns the time by which the last delivery may delay the exit of the process. */
  public Duration flushTimeout() {
    return isOn() ? FLUSH_TIMEOUT : Duration.ZERO;
  }
}
