package dev.atf.frontend;

import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.CallEnd;
import io.grpc.StatusRuntimeException;
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
import org.jspecify.annotations.Nullable;

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
   * Does {@code work} for each item and returns when all is done, without a wait for threads that
   * have nothing left to do. Begins no item after {@code end}.
   *
   * @param work does not throw
   * @return its results, in the order of the items
   * @throws StatusRuntimeException TIMED_OUT if some were not begun
   */
  <T, R> List<R> each(List<T> items, CallEnd end, Function<T, R> work) {
    if (items.isEmpty()) {
      return List.of();
    }
    var call = new Call<T, R>(items, end, work);
    int workers = Math.min(width, items.size());
    for (int i = 0; i < workers; i++) {
      threads.execute(call);
    }
    return call.results();
  }

  /** What the threads of one call share; each of them takes the next item. */
  private static final class Call<T, R> implements Runnable {
    private final List<T> items;
    private final CallEnd end;
    private final Function<T, R> work;
    private final AtomicReferenceArray<@Nullable R> results;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger left;
    private final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();

    Call(List<T> items, CallEnd end, Function<T, R> work) {
      this.items = items;
      this.end = end;
      this.work = work;
      this.results = new AtomicReferenceArray<>(items.size());
      this.left = new AtomicInteger(items.size());
    }

    @Override
    public void run() {
      try {
        for (int i = next.getAndIncrement(); i < items.size(); i = next.getAndIncrement()) {
          if (!end.isOver()) {
            results.set(i, work.apply(items.get(i)));
          }
          if (left.decrementAndGet() == 0) {
            done.complete(null);
          }
        }
      } catch (RuntimeException | Error e) {
        done.completeExceptionally(e);
      }
    }

    List<R> results() {
      done.join();
      var ordered = new ArrayList<R>(items.size());
      for (int i = 0; i < items.size(); i++) {
        var result = results.get(i);
        if (result == null) {
          throw RpcErrors.of(ErrorReason.TIMED_OUT, "the call is over; some of it was not begun");
        }
        ordered.add(result);
      }
      return ordered;
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
