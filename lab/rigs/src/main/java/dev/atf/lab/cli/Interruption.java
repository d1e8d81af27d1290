package dev.atf.lab.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Stops long work early on Ctrl-C or SIGTERM, so that its results are still reported. */
final class Interruption implements AutoCloseable {
  /** Maximum time for the rest of the work and the report. */
  private static final long PATIENCE_SECONDS = 30;

  private final CountDownLatch reported = new CountDownLatch(1);
  private final Thread hook;
  private volatile boolean happened;

  /**
   * @param stop makes the work stop soon; the process exits after {@link #close}
   */
  Interruption(Runnable stop) {
    this.hook =
        new Thread(
            () -> {
              happened = true;
              stop.run();
              awaitReport();
            },
            "atf-interrupted");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  boolean happened() {
    return happened;
  }

  private void awaitReport() {
    try {
      boolean inTime = reported.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!inTime) {
        System.err.println("atf: interrupted; the results are lost");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    if (!happened) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The shutdown has begun. It waits for this close.
      }
    }
    reported.countDown();
  }
}
