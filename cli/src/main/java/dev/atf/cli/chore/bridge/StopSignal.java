package dev.atf.cli.chore.bridge;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Stops a loop on Ctrl-C or SIGTERM between two steps. The process exits when this signal is
 * closed.
 */
public final class StopSignal implements AutoCloseable {
  /** Maximum time in seconds that the current step may still take, as in the systemd units. */
  private static final long STOP_SECONDS_MAX = 60;

  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Returns a signal that SIGTERM sets. */
  public static StopSignal ofProcess() {
    var signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(signal::stopAndAwaitEnd, "atf-stop"));
    return signal;
  }

  public void stop() {
    stop.countDown();
  }

  private void stopAndAwaitEnd() {
    stop();
    awaitOf(ended, Duration.ofSeconds(STOP_SECONDS_MAX));
  }

  /** Waits for at most this time. Returns whether the loop must stop. */
  boolean await(Duration atMost) {
    return awaitOf(stop, atMost);
  }

  private static boolean awaitOf(CountDownLatch latch, Duration atMost) {
    try {
      return latch.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  @Override
  public void close() {
    ended.countDown();
  }
}
