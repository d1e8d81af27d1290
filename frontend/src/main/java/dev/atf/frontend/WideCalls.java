package dev.atf.frontend;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/** The threads of calls that deal with many tasks: a few tasks of each call at a time. */
@Singleton
final class WideCalls implements AutoCloseable {
  private final int width;
  private final ExecutorService threads;

  @Inject
  WideCalls(FrontendTuning tuning) {
    this.width = tuning.batchWidth();
    var count = new AtomicInteger();
    this.threads =
        Executors.newFixedThreadPool(
            tuning.batchThreadsMax(),
            task -> {
              var thread = new Thread(task, "atf-batch-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Does {@code work} for each item and returns when all is done.
   *
   * @param work does not throw
   * @return its results, in the order of the items
   */
  <T, R> List<R> each(List<T> items, Function<T, R> work) {
    var results = new AtomicReferenceArray<R>(items.size());
    var next = new AtomicInteger();
    Runnable worker =
        () -> {
          for (int i = next.getAndIncrement(); i < items.size(); i = next.getAndIncrement()) {
            results.set(i, work.apply(items.get(i)));
          }
        };
    var workers = new ArrayList<CompletableFuture<Void>>();
    int workersMax = Math.min(width, items.size());
    for (int i = 0; i < workersMax; i++) {
      workers.add(CompletableFuture.runAsync(worker, threads));
    }
    workers.forEach(CompletableFuture::join);
    var ordered = new ArrayList<R>(items.size());
    for (int i = 0; i < items.size(); i++) {
      ordered.add(results.get(i));
    }
    return ordered;
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
