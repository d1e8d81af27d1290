package dev.atf.controller.buffer;

import java.time.Duration;

/** Count of events within the last second or two. Not thread-safe. */
final class RecentCount {
  private static final long WINDOW_NANOS = Duration.ofSeconds(1).toNanos();

  private long windowBegan;
  private int inWindow;
  private int inWindowBefore;

  RecentCount(long now) {
    this.windowBegan = now;
  }

  void add(int count, long now) {
    advance(now);
    inWindow += count;
  }

  int get(long now) {
    advance(now);
    return inWindow + inWindowBefore;
  }

  private void advance(long now) {
    long windows = (now - windowBegan) / WINDOW_NANOS;
    if (windows <= 0) {
      return;
    }
    inWindowBefore = windows == 1 ? inWindow : 0;
    inWindow = 0;
    windowBegan += windows * WINDOW_NANOS;
  }
}
