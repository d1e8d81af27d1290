package dev.atf.runtime;

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
    return new SystemThreads();
  }

  /** Starts a daemon. */
  Strand start(String name, Runnable work);

  /** Threads that do one thing for many, and are started as they are needed. */
  Pool pool(String name, int threads);

  /** To wait with while {@code lock} is held; the lock must not be held while a port is called. */
  Condition condition(Lock lock);

  /** Waits for all of the time. */
  void sleep(Duration time) throws InterruptedException;
}
