package dev.atf.lab.bench.workload;

import dev.atf.runtime.loop.MonotonicClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** A number of concurrent callers, each of which calls again as soon as it is answered. */
public final class Callers {
  private final MonotonicClock clock;
  private final AtomicInteger next = new AtomicInteger();

  private Callers(MonotonicClock clock) {
    this.clock = clock;
  }

  /**
   * Returns after one call with each of {@code items}.
   *
   * @return duration of each call, in milliseconds
   * @throws IllegalStateException if one failed
   */
  public static <T> List<Double> call(
      int callers, List<T> items, Consumer<T> call, IntConsumer progress, MonotonicClock clock) {
    var all = new Callers(clock);
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      var running = new ArrayList<Future<List<Double>>>();
      for (int i = 0; i < callers; i++) {
        running.add(threads.submit(() -> all.callUntilNoneIsLeft(items, call, progress)));
      }
      var took = new ArrayList<Double>();
      for (var caller : running) {
        took.addAll(caller.get());
      }
      return took;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a call failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
  }

  private <T> List<Double> callUntilNoneIsLeft(
      List<T> items, Consumer<T> call, IntConsumer progress) {
    var took = new ArrayList<Double>();
    for (int i = next.getAndIncrement(); i < items.size(); i = next.getAndIncrement()) {
      long begun = clock.nanos();
      call.accept(items.get(i));
      took.add((clock.nanos() - begun) / 1e6);
      progress.accept(i + 1);
    }
    return took;
  }
}
