package dev.atf.runtime.loop;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Pool whose threads end after some time without work. Its queue is unbounded: callers must bound
 * it.
 */
final class ThreadPool implements Pool {
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
