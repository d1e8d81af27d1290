package dev.atf.lab.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ends long work early on Ctrl-C or SIGTERM, instead of losing its results. */
final class Interruption implements AutoCloseable {
  /** Time that the rest of the work and the report may take. */
  private static final long PATIENCE_SECONDS = 30;

  private final CountDownLatch reported = new CountDownLatch(1);
  private final Thread hook;
  private volatile boolean happened;

  /**
   * @param stop lets the work end soon; the process ends when this is closed
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
        System.err.println("atf: interrupted; what was found is lost");
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
        // The shutdown is just beginning, and waits for the close.
      }
    }
    reported.countDown();
  }
}
