package dev.atf.executor.core.health;

import java.time.Duration;

/** Switch by which a failing health check keeps new work away. Thread-safe. */
public final class HealthGate {
  /** Time after which a slot looks again. Chosen. */
  public static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private volatile boolean open;

  /**
   * @param open whether work may be taken before the first check
   */
  public HealthGate(boolean open) {
    this.open = open;
  }

  public boolean isOpen() {
    return open;
  }

  void set(boolean isOpen) {
    open = isOpen;
  }
}
