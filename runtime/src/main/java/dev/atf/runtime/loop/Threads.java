package dev.atf.runtime.loop;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * Threads of a process, and the ways in which they block. Services block only here or in a port, so
 * that the simulator can run many processes one thread at a time, in virtual time.
 */
public interface Threads {
  /** Returns threads of the operating system. */
  static Threads system() {
    return new SystemThreads(Thread::new);
  }

  /**
   * Returns virtual threads if the JVM has them (JDK 21 and later), and threads of the operating
   * system otherwise. A process that a virtual thread starts must not be tied to its parent's
   * thread.
   */
  static Threads virtual() {
    return new SystemThreads(VirtualThreads::make);
  }

  /** Starts a daemon thread. */
  ThreadHandle start(String name, Runnable work);

  /** Returns a pool whose threads are started when they are needed. */
  Pool pool(String name, int threads);

  /** Returns a condition of {@code lock}. The lock must not be held while a port is called. */
  Condition condition(Lock lock);

  /** Sleeps for the whole time. */
  void sleep(Duration time) throws InterruptedException;
}
