package dev.atf.frontend.rpc;

import dev.atf.frontend.settings.FrontendTuning;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.Flag;
import dev.atf.runtime.loop.Pool;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rpc.CallEnd;
import dev.atf.runtime.rpc.Caller;
import dev.atf.runtime.rpc.FairShare;
import dev.atf.store.StoreLocality;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Threads for calls with many items. A few items of each call run at a time, or one after the other
 * if the store is local.
 *
 * <p>A call waits for its items on the thread that serves it. Tenants and callers therefore share a
 * number of such calls, so that threads are left for other callers and other calls.
 */
@Singleton
public final class BatchCalls implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Maximum number of calls that wait at a time: half of the threads that serve calls. */
  static final int CALLS_MAX = 100;

  private final FairShare calls = new FairShare(CALLS_MAX);
  private final int width;
  private final StoreLocality store;
  private final Threads threads;
  private final Pool pool;

  @Inject
  BatchCalls(FrontendTuning tuning, StoreLocality store, Threads threads) {
    this.width = tuning.batchWidth();
    this.store = store;
    this.threads = threads;
    this.pool = threads.pool("atf-batch", tuning.batchThreadsMax());
  }

  /** Call with many items, which is counted until it is closed. */
  public final class BatchCall implements AutoCloseable {
    private final Optional<Caller> caller;

    private BatchCall(Optional<Caller> caller) {
      this.caller = caller;
    }

    /**
     * Does the same as {@link BatchCalls#each} for items of this call.
     *
     * @throws StatusRuntimeException TIMED_OUT if some items were not begun
     */
    public <T, R> List<R> each(List<T> items, CallEnd end, Function<T, R> work) {
      if (items.isEmpty()) {
        return List.of();
      }
      var call = new Call<T, R>(items, end, work, new Flag(threads));
      return store.isNear() ? store.together(() -> here(call)) : onThreads(call);
    }

    @Override
    public void close() {
      caller.ifPresent(one -> calls.free(one, 1));
    }
  }

  /**
   * Begins a call, before any effect of it. Calls of this process itself are not counted, and none
   * is while the store is local, because then no call waits for others.
   *
   * @throws StatusRuntimeException OVERLOADED
   */
  public BatchCall begin() {
    return begin(store.isNear() ? Optional.empty() : Caller.current());
  }

  BatchCall begin(Optional<Caller> caller) {
    if (caller.isPresent() && !calls.take(caller.get(), 1)) {
      throw RpcErrors.of(
          ErrorReason.OVERLOADED,
          "too many calls with many tasks are in progress, in total or for this caller (expected: at most %d; each tenant and caller leaves some to others); try again later"
              .formatted(CALLS_MAX));
    }
    return new BatchCall(caller);
  }

  /**
   * Runs {@code work} for each item, and returns when all work is done. It does not wait for
   * threads that have nothing left to do, and starts no item after {@code end}.
   *
   * @param work must not throw exceptions
   * @return the results in the order of the items
   * @throws StatusRuntimeException TIMED_OUT if some items were not begun; OVERLOADED
   */
  public <T, R> List<R> each(List<T> items, CallEnd end, Function<T, R> work) {
    if (items.isEmpty()) {
      return List.of();
    }
    try (var call = begin()) {
      return call.each(items, end, work);
    }
  }

  private static <T, R> List<R> here(Call<T, R> call) {
    call.run();
    return call.results();
  }

  private <T, R> List<R> onThreads(Call<T, R> call) {
    int workers = Math.min(width, call.items.size());
    for (int i = 0; i < workers; i++) {
      pool.execute(call);
    }
    return call.results();
  }

  /** Shared state of the threads of one call. Each thread takes the next item. */
  private static final class Call<T, R> implements Runnable {
    private final List<T> items;
    private final CallEnd end;
    private final Function<T, R> work;
    private final AtomicReferenceArray<@Nullable R> results;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger left;
    private final Flag done;
    private volatile @Nullable Throwable failure;

    Call(List<T> items, CallEnd end, Function<T, R> work, Flag done) {
      this.done = done;
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
            done.raise();
          }
        }
      } catch (RuntimeException | Error e) {
        failure = e;
        done.raise();
      }
    }

    /** Waits for all items that have started, even if the caller is interrupted. */
    private void awaitDone() {
      boolean interrupted = false;
      while (!done.isRaised()) {
        try {
          boolean ignored = done.await(PATIENCE);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    List<R> results() {
      awaitDone();
      var thrown = failure;
      if (thrown instanceof Error error) {
        throw error;
      }
      if (thrown != null) {
        throw new IllegalStateException(thrown);
      }
      var ordered = new ArrayList<R>(items.size());
      for (int i = 0; i < items.size(); i++) {
        var result = results.get(i);
        if (result == null) {
          throw RpcErrors.of(
              ErrorReason.TIMED_OUT, "the call ended before all of its parts were started");
        }
        ordered.add(result);
      }
      return ordered;
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
