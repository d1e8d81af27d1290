package dev.atf.executor.core.lease;

import dev.atf.executor.ExitCode;
import dev.atf.executor.core.attempt.Terminator;
import dev.atf.runtime.loop.Threads;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills the child processes, logs the reason in one line, and halts the JVM. It runs no shutdown
 * hooks, because hooks wait.
 *
 * <p>Listing children and logging can hang (a full pipe, a full disk); a thread that was started
 * before it halts the process {@link #KILL_TIME_MAX_MILLIS} after the decision in any case.
 */
public final class ProcessTerminator implements Terminator {
  /**
   * Longest time from the decision to the halt, in milliseconds. It is a part of κ, the time in
   * which a process must die.
   */
  static final long KILL_TIME_MAX_MILLIS = 1_000;

  /** Exit code before the decision. */
  private static final int NONE = -1;

  private static final Logger log = LoggerFactory.getLogger(ProcessTerminator.class);

  private final AtomicInteger exitCode = new AtomicInteger(NONE);

  /** Event that ends the wait of the thread: the decision, or the close. */
  private final CountDownLatch decided = new CountDownLatch(1);

  private final CountDownLatch never = new CountDownLatch(1);

  public ProcessTerminator() {
    Threads.system().start("atf-terminator", this::haltSoonAfterDecision);
  }

  @Override
  public void terminate(ExitCode code, String reason) {
    exitCode.set(code.code());
    decided.countDown();
    Descendants.kill();
    log.error("executor terminates exitCode={} {}: {}", code.code(), code, reason);
    Runtime.getRuntime().halt(code.code());
  }

  /** Ends the thread, unless the end of the process was decided. */
  @Override
  public void close() {
    decided.countDown();
  }

  private void haltSoonAfterDecision() {
    try {
      decided.await();
      if (exitCode.get() != NONE && !never.await(KILL_TIME_MAX_MILLIS, TimeUnit.MILLISECONDS)) {
        Runtime.getRuntime().halt(exitCode.get());
      }
    } catch (InterruptedException e) {
      // Nothing interrupts this thread.
      Thread.currentThread().interrupt();
    }
  }
}
