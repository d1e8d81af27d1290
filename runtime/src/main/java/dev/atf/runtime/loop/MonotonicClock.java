package dev.atf.runtime.loop;

import java.time.Duration;

/** Clock that never goes back, for deadlines and intervals. Its zero is arbitrary. */
@FunctionalInterface
public interface MonotonicClock {
  long nanos();

  static MonotonicClock system() {
    return System::nanoTime;
  }

  /** Returns the time since {@code nanos} of this clock. */
  default Duration since(long nanos) {
    return Duration.ofNanos(nanos() - nanos);
  }
}
