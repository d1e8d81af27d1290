package dev.atf.testtime;

import java.time.Duration;

/** Time limits that all tests share. */
public final class TestTimeouts {
  /**
   * Time without progress after which a test fails. A {@link ProgressWait} counts from the last
   * change, and a wait for a single event from its start. It is twenty times the longest such wait
   * on two quiet cores. A correct test never waits this long.
   */
  public static final Duration STALL = Duration.ofMinutes(5);

  private TestTimeouts() {}
}
