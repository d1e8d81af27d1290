package dev.atf.executor.core;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills the child processes, says why in one line, and halts. No shutdown hook is run: hooks wait,
 * and waiting is what must not be.
 *
 * <p>Listing children and logging can hang (a full pipe, a full disk); a thread that was started
 * beforehand halts the process {@link #KILL_TIME_MAX_MILLIS} after the decision whatever happens.
 */
@Singleton
public final class ProcessTerminator implements Terminator {
  /** EX_SOFTWARE of sysexits.h. */
  public static final int EXIT_CODE = 70;

  /** A part of κ, the time to die. */
  static final long KILL_TIME_MAX_MILLIS = 1_000;

  private static final Logger log = LoggerFactory.getLogger(ProcessTerminator.class);

  private final CountDownLatch decided = new CountDownLatch(1);
  private final CountDownLatch never = new CountDownLatch(1);

  @Inject
  public ProcessTerminator() {
    var guard = new Thread(this::haltSoonAfterDecision, "atf-terminator");
    guard.setDaemon(true);
    guard.start();
  }

  @Override
  public void terminate(String reason) {
    decided.countDown();
    Descendants.kill();
    log.error("executor terminates: {}", reason);
    Runtime.getRuntime().halt(EXIT_CODE);
  }

  private void haltSoonAfterDecision() {
    try {
      decided.await();
      if (!never.await(KILL_TIME_MAX_MILLIS, TimeUnit.MILLISECONDS)) {
        Runtime.getRuntime().halt(EXIT_CODE);
      }
    } catch (InterruptedException e) {
      // Nobody interrupts this thread.
      Thread.currentThread().interrupt();
    }
  }
}
