package dev.atf.executor.core.health;

import java.time.Duration;

/** Switch by which a failing health check or a full disk stops the intake of work. Thread-safe. */
public final class HealthGate {
  /** Pause before a slot checks again. */
  public static final Duration CHECK_EVERY = Duration.ofMillis(50);

  private volatile boolean passes;
  private volatile boolean hasSpace = true;

  /**
   * Creates a switch.
   *
   * @param open whether work may be taken before the first check
   */
  public HealthGate(boolean open) {
    this.passes = open;
  }

  public boolean isOpen() {
    return passes && hasSpace;
  }

  /** Returns whether the health check has passed, so that work may be taken. */
  boolean passes() {
    return passes;
  }

  boolean hasSpace() {
    return hasSpace;
  }

  /** Sets the result of the health check. */
  void setPasses(boolean checkPasses) {
    passes = checkPasses;
  }

  /** Sets whether the disk has space. */
  void setSpace(boolean diskHasSpace) {
    hasSpace = diskHasSpace;
  }
}
