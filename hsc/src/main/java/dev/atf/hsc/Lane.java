package dev.atf.hsc;

import dev.atf.store.StoreException;
import dev.atf.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What one kind of call may take of this process: so many calls at a time, and so many requests to
 * the store at a time. Another kind of call can be late only by its own doing.
 */
final class Lane implements AutoCloseable {
  /** Too many calls of this lane are under way; none of this one's work was begun. */
  static final class FullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FullException(String lane, int callsMax) {
      super(callsMax + " calls of lane " + lane + " wait for the store");
    }
  }

  private final String name;
  private final LaneLimits limits;
  private final Semaphore calls;
  private final ThreadPoolExecutor writes;
  private final HscMetrics metrics;

  Lane(String name, LaneLimits limits, HscMetrics metrics) {
    this.name = name;
    this.limits = limits;
    this.calls = new Semaphore(limits.callsMax());
    this.metrics = metrics;
    // The queue is bounded by the calls under way and the bound of each one's items.
    this.writes =
        new ThreadPoolExecutor(
            limits.writesMax(),
            limits.writesMax(),
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              var thread = new Thread(task, "atf-hsc-" + name);
              thread.setDaemon(true);
              return thread;
            });
    this.writes.allowCoreThreadTimeOut(true);
  }

  /**
   * Does one call's work on the caller's thread.
   *
   * @throws FullException at once if the lane is full
   */
  <T> T call(Supplier<T> work) {
    if (!calls.tryAcquire()) {
      metrics.shed(name);
      throw new FullException(name, limits.callsMax());
    }
    try {
      return work.get();
    } finally {
      calls.release();
    }
  }

  /**
   * Does {@code work} for every item, several at a time, and waits for all of them.
   *
   * @return the answers in the order of the items
   * @throws StoreException the first of the failures, after every item was tried
   */
  <A, B> List<B> forEach(List<A> items, Function<A, B> work) {
    var tasks = new ArrayList<Callable<B>>();
    for (var item : items) {
      tasks.add(() -> work.apply(item));
    }
    try {
      var answers = new ArrayList<B>();
      for (var future : ((ExecutorService) writes).invokeAll(tasks)) {
        answers.add(answerOf(future));
      }
      return answers;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("interrupted while waiting for the store", e);
    }
  }

  @Override
  public void close() {
    writes.shutdown();
  }

  private static <B> B answerOf(Future<B> done) throws InterruptedException {
    try {
      return done.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
