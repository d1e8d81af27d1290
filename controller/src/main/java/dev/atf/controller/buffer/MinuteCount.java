package dev.atf.controller.buffer;

import java.time.Duration;
import java.util.Arrays;

/** Count of events within the last minute, to ten seconds. Not thread-safe. */
final class MinuteCount {
  private static final long WINDOW_NANOS = Duration.ofSeconds(10).toNanos();

  private final int[] windows = new int[6];
  private long began;
  private int current;

  MinuteCount(long now) {
    this.began = now;
  }

  void add(int count, long now) {
    advance(now);
    windows[current] += count;
  }

  int get(long now) {
    advance(now);
    return Arrays.stream(windows).sum();
  }

  private void advance(long now) {
    long passed = (now - began) / WINDOW_NANOS;
    for (long i = 0; i < Math.min(passed, windows.length); i++) {
      current = (current + 1) % windows.length;
      windows[current] = 0;
    }
    began += Math.max(0, passed) * WINDOW_NANOS;
  }
}
