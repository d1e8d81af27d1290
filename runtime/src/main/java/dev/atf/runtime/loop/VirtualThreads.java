package dev.atf.runtime.loop;

import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/** Virtual threads, by name: the JDK has them from 21 on, and this is compiled for 17. */
final class VirtualThreads {
  /** Empty: this JVM has none. */
  private static final Optional<ThreadFactory> FACTORY = factory();

  private VirtualThreads() {}

  /** A virtual thread, or where there are none one of the operating system; not started. */
  static Thread make(Runnable work, String name) {
    var thread = FACTORY.map(factory -> factory.newThread(work)).orElseGet(() -> new Thread(work));
    thread.setName(name);
    return thread;
  }

  private static Optional<ThreadFactory> factory() {
    // 19 and 20 have them as a preview, and refuse.
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
