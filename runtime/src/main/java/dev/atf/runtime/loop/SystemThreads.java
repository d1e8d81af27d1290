package dev.atf.runtime.loop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Threads of this JVM.
 *
 * @param make creates an unstarted thread from its work and name
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
        // Zero would mean indefinitely.
        thread.join(patience.toMillis() + 1);
      }
      return !thread.isAlive();
    }
  }

  /**
   * Pool whose threads end after some time without work. Its queue is unbounded, so callers must
   * limit their work.
   */
  private static final class ThreadPool implements Pool {
    private static final int IDLE_SECONDS_MAX = 30;

    private final ThreadPoolExecutor threads;

    ThreadPool(String name, int size) {
      var number = new AtomicInteger();
      threads =
          new ThreadPoolExecutor(
              size,
              size,
              IDLE_SECONDS_MAX,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              work -> {
                var thread = new Thread(work, name + "-" + number.incrementAndGet());
                thread.setDaemon(true);
                return thread;
              });
      threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public <A, B> List<B> map(Collection<A> items, Function<A, B> work) {
      var calls =
          items.stream()
              .map(item -> CompletableFuture.supplyAsync(() -> work.apply(item), threads))
              .toList();
      var results = new ArrayList<B>();
      @Nullable RuntimeException failure = null;
      for (var call : calls) {
        try {
          results.add(call.join());
        } catch (CompletionException e) {
          failure = failure == null ? asUnchecked(e.getCause()) : failure;
        }
      }
      if (failure != null) {
        throw failure;
      }
      return results;
    }

    private static RuntimeException asUnchecked(@Nullable Throwable cause) {
      if (cause instanceof Error error) {
        throw error;
      }
      return cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
    }

    @Override
    public void execute(Runnable work) {
      threads.execute(work);
    }

    @Override
    public void close() {
      threads.shutdown();
    }
  }
}
