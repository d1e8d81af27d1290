package dev.atf.standalone.cli.output;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C, or SIGTERM, ends long work early instead of throwing away what it has found. */
public final class Interruption implements AutoCloseable {
  /** For what is under way, and for the report. */
  private static final long PATIENCE_SECONDS = 30;

  private final CountDownLatch reported = new CountDownLatch(1);
  private final Thread hook;
  private volatile boolean happened;

  /**
   * @param stop lets the work end soon; the process ends when this is closed
   */
  public Interruption(Runnable stop) {
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

  public boolean happened() {
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
        // It begins just now, and waits for what follows.
      }
    }
    reported.countDown();
  }
}
