package dev.atf.runtime;

import java.util.Optional;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process when a thread dies of an {@link Error}. Nobody would do the thread's work, while
 * the rest of the process answers and says that it lives; whoever started the process starts
 * another one.
 */
public final class FatalErrors {
  /** The process ended itself because a thread died of an {@link Error}. */
  public static final int EXIT_CODE = 72;

  private static final Logger log = LoggerFactory.getLogger(FatalErrors.class);

  private FatalErrors() {}

  /** For all threads of this process from now on. */
  public static void endProcess() {
    var before = Optional.ofNullable(Thread.getDefaultUncaughtExceptionHandler());
    // Not exit: what runs at the end of the process may wait for the thread that has died.
    Thread.setDefaultUncaughtExceptionHandler(
        handler(code -> Runtime.getRuntime().halt(code), before));
  }

  /**
   * @param before gets what is no error; empty for none
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
