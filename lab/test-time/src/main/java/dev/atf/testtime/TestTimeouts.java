package dev.atf.testtime;

import java.time.Duration;

/** Time limits that all tests share. */
public final class TestTimeouts {
  /**
   * Longest time in which a test sees nothing new before it fails: of a {@link ProgressWait} since
   * the last change, of a wait for a single event since its beginning. It is twenty times what any
   * of them takes on two quiet cores. A test that fails this way has seen a standstill; one that is
   * right never waits for it.
   */
  public static final Duration STALL = Duration.ofMinutes(5);

  private TestTimeouts() {}
}
