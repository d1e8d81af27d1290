package dev.atf.runtime.loop;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.BiFunction;

/**
 * Threads of this JVM.
 *
 * @param make makes an unstarted thread from its work and name
 */
record SystemThreads(BiFunction<Runnable, String, Thread> make) implements Threads {
  @Override
  public ThreadHandle start(String name, Runnable work) {
    var thread = make.apply(work, name);
    thread.setDaemon(true);
    thread.start();
    return new SystemHandle(thread);
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

  private record SystemHandle(Thread thread) implements ThreadHandle {
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
