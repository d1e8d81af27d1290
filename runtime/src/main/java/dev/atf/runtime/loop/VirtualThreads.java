package dev.atf.runtime.loop;

import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/**
 * Factory of virtual threads with names. It is compiled for JDK 17, and the JDK has virtual threads
 * since version 21.
 */
final class VirtualThreads {
  /** Factory of the JDK; empty if this JVM has none. */
  private static final Optional<ThreadFactory> FACTORY = factory();

  private VirtualThreads() {}

  /** Returns an unstarted virtual thread, or a platform thread if the JVM has no virtual ones. */
  static Thread make(Runnable work, String name) {
    var thread = FACTORY.map(factory -> factory.newThread(work)).orElseGet(() -> new Thread(work));
    thread.setName(name);
    return thread;
  }

  private static Optional<ThreadFactory> factory() {
    // JDK 19 and 20 have them only as a preview, and refuse to make any.
    if (Runtime.version().feature() < 21) {
      return Optional.empty();
    }
    try {
      var builder = Thread.class.getMethod("ofVirtual").invoke(null);
      var factory = Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
      return Optional.of((ThreadFactory) factory);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
