package dev.atf.testtime;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/** Monotonic time of this JVM, in milliseconds; services have {@code MonotonicClock}. */
final class Uptime {
  private Uptime() {}

  static Duration now() {
    return Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
  }
}
