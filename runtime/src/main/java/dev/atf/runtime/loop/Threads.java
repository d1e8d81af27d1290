package dev.atf.runtime.loop;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * The threads of a process, and how they wait. What blocks in a service blocks here or in a port,
 * so that the simulator can run a whole fleet one thread at a time, in virtual time.
 */
public interface Threads {
  /** Of the operating system. */
  static Threads system() {
    return new SystemThreads(Thread::new);
  }

  /**
   * The same, but those that are started are virtual ones where the JVM has them, from JDK 21 on. A
   * process that such a thread starts must not be tied to its parent's thread.
   */
  static Threads virtual() {
    return new SystemThreads(VirtualThreads::make);
  }

  /** Starts a daemon. */
  ThreadHandle start(String name, Runnable work);

  /** Threads that do one thing for many, and are started as they are needed. */
  Pool pool(String name, int threads);

  /** To wait with while {@code lock} is held; the lock must not be held while a port is called. */
  Condition condition(Lock lock);

  /** Waits for all of the time. */
  void sleep(Duration time) throws InterruptedException;
}
