package dev.atf.runtime;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** Threads of the operating system. */
final class SystemThreads implements Threads {
  @Override
  public Strand start(String name, Runnable work) {
    var thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return new SystemStrand(thread);
  }

  @Override
  public Pool pool(String name, int threads) {
    return new ThreadPool(name, threads);
  }

  @Override
  public Condition condition(Lock lock) {
    return lock.newCondition();
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(time.toNanos());
  }

  private record SystemStrand(Thread thread) implements Strand {
    @Override
    public boolean isAlive() {
      return thread.isAlive();
    }

    @Override
    public boolean isCurrent() {
      return Thread.currentThread() == thread;
    }

    @Override
    public void interrupt() {
      thread.interrupt();
    }

    @Override
    public boolean join(Duration patience) throws InterruptedException {
      if (!patience.isZero() && !patience.isNegative()) {
        // Zero would mean for ever.
        thread.join(patience.toMillis() + 1);
      }
      return !thread.isAlive();
    }
  }
}
