package dev.atf.runtime;

import java.util.Optional;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process when a thread dies of an {@link Error}. Otherwise, the work of the thread would
 * stop, while the process still answers and reports itself healthy. The supervisor of the process
 * is expected to restart it.
 */
public final class FatalErrors {
  /** Exit code of a process that exited because a thread died of an {@link Error}. */
  public static final int EXIT_CODE = 72;

  private static final Logger log = LoggerFactory.getLogger(FatalErrors.class);

  private FatalErrors() {}

  /** Ends this process when any of its threads dies of an {@link Error} from now on. */
  public static void endProcess() {
    var before = Optional.ofNullable(Thread.getDefaultUncaughtExceptionHandler());
    // Halt instead of exit: shutdown hooks may wait for the thread that has died.
    Thread.setDefaultUncaughtExceptionHandler(
        handler(code -> Runtime.getRuntime().halt(code), before));
  }

  /**
   * Returns a handler that ends the process on an {@link Error}.
   *
   * @param before handles other exceptions; empty for none
   */
  static Thread.UncaughtExceptionHandler handler(
      IntConsumer halt, Optional<Thread.UncaughtExceptionHandler> before) {
    return (thread, failure) -> {
      try {
        log.error("thread={} has died", thread.getName(), failure);
      } finally {
        if (failure instanceof Error) {
          System.err.printf(
              "thread %s has died, the process ends: %s%n", thread.getName(), failure);
          halt.accept(EXIT_CODE);
        }
      }
      before.ifPresent(handler -> handler.uncaughtException(thread, failure));
    };
  }
}
