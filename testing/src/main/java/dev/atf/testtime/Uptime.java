package dev.atf.testtime;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/** Monotonic time of this JVM in milliseconds. Services use {@code MonotonicClock} instead. */
final class Uptime {
  private Uptime() {}

  static Duration now() {
    return Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
  }
}
