package dev.atf.executor.core.attempt;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * What a handler may change of its thread and the next task of the thread would otherwise get.
 * Values of thread locals are not among it, except those of the log.
 */
record ThreadState(
    String name,
    int priority,
    @Nullable ClassLoader contextClassLoader,
    UncaughtExceptionHandler uncaught,
    @Nullable Map<String, String> log) {
  /** Returns the state of the calling thread. */
  static ThreadState current() {
    var thread = Thread.currentThread();
    return new ThreadState(
        thread.getName(),
        thread.getPriority(),
        thread.getContextClassLoader(),
        thread.getUncaughtExceptionHandler(),
        MDC.getCopyOfContextMap());
  }

  /** Puts the calling thread back into this state, and clears its interruption. */
  @SuppressWarnings("ThreadPriorityCheck") // Undoes what a handler has set.
  void restore() {
    boolean ignored = Thread.interrupted();
    var thread = Thread.currentThread();
    if (!thread.getName().equals(name)) {
      thread.setName(name);
    }
    if (thread.getPriority() != priority) {
      thread.setPriority(priority);
    }
    if (thread.getContextClassLoader() != contextClassLoader) {
      thread.setContextClassLoader(contextClassLoader);
    }
    if (thread.getUncaughtExceptionHandler() != uncaught) {
      thread.setUncaughtExceptionHandler(uncaught == thread.getThreadGroup() ? null : uncaught);
    }
    if (log == null) {
      MDC.clear();
    } else {
      MDC.setContextMap(log);
    }
  }
}
