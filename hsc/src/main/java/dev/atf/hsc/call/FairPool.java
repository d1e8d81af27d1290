package dev.atf.hsc.call;

import dev.atf.runtime.loop.Pool;
import dev.atf.runtime.loop.Threads;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Threads that several lambdas share. Waiting items start in turns of the tenants, and those of one
 * tenant in turns of its lambdas. So many slow items of one lambda, or of many lambdas of one
 * tenant, delay those of another by one item and not by all.
 */
final class FairPool implements AutoCloseable {
  private final Pool pool;
  private final Threads threads;
  private final ReentrantLock lock = new ReentrantLock();

  /** Waiting work by group and share. At both levels, the one whose turn is next comes first. */
  private final Map<String, Map<Share, Deque<Runnable>>> waiting = new LinkedHashMap<>();

  FairPool(Pool pool, Threads threads) {
    this.pool = pool;
    this.threads = threads;
  }

  /**
   * Runs {@code work} for every item and waits for all of them.
   *
   * @return the answers in the order of the items
   * @throws RuntimeException the first failure in the order of the items
   */
  <A, B> List<B> map(Share share, List<A> items, Function<A, B> work) {
    var call = new Call(items.size());
    var tasks = items.stream().map(item -> new FutureTask<B>(() -> work.apply(item))).toList();
    lock.lock();
    try {
      var line =
          waiting
              .computeIfAbsent(share.group(), name -> new LinkedHashMap<>())
              .computeIfAbsent(share, name -> new ArrayDeque<>());
      tasks.forEach(task -> line.add(() -> call.run(task)));
    } finally {
      lock.unlock();
    }
    items.forEach(item -> pool.execute(() -> takeNext().run()));
    call.await();
    return tasks.stream().map(FairPool::answer).toList();
  }

  /** Takes the next piece of work. It is called exactly once for each piece that was added. */
  private Runnable takeNext() {
    lock.lock();
    try {
      var group = waiting.keySet().iterator().next();
      var lines = waiting.remove(group);
      var share = lines.keySet().iterator().next();
      var line = lines.remove(share);
      var next = line.remove();
      if (!line.isEmpty()) {
        lines.put(share, line);
      }
      if (!lines.isEmpty()) {
        waiting.put(group, lines);
      }
      return next;
    } finally {
      lock.unlock();
    }
  }

  boolean isWaiting(Share share) {
    lock.lock();
    try {
      return waiting.getOrDefault(share.group(), Map.of()).containsKey(share);
    } finally {
      lock.unlock();
    }
  }

  /** Remaining work of one call; guarded by the lock. */
  private final class Call {
    private final Condition done = threads.condition(lock);
    private int left;

    Call(int left) {
      this.left = left;
    }

    void run(FutureTask<?> task) {
      task.run();
      lock.lock();
      try {
        if (--left == 0) {
          done.signal();
        }
      } finally {
        lock.unlock();
      }
    }

    void await() {
      lock.lock();
      try {
        while (left > 0) {
          done.awaitUninterruptibly();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private static <B> B answer(FutureTask<B> task) {
    boolean interrupted = Thread.interrupted();
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException("it has ended before", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
