package dev.atf.runtime.loop;

import java.time.Duration;

/** Time that only moves forward, for deadlines and intervals; its zero means nothing. */
@FunctionalInterface
public interface MonotonicClock {
  long nanos();

  static MonotonicClock system() {
    return System::nanoTime;
  }

  /** How long ago {@code nanos} of this clock was. */
  default Duration since(long nanos) {
    return Duration.ofNanos(nanos() - nanos);
  }
}
