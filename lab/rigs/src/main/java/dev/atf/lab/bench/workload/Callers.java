package dev.atf.lab.bench.workload;

import dev.atf.cli.output.Progress;
import dev.atf.local.Pause;
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

/** Concurrent callers: as fast as they are answered, or at a steady rate. */
public final class Callers {
  /** Calls at a rate that may be unanswered at a time; those that follow begin late. */
  private static final int UNANSWERED_MAX = 8;

  private Callers() {}

  /**
   * Returns after one call with each of {@code items}, by callers each of which calls again as soon
   * as it is answered.
   *
   * @return duration of each call, in milliseconds
   * @throws IllegalStateException if one failed
   */
  public static <T> List<Double> call(
      int callers, List<T> items, Consumer<T> call, IntConsumer progress, MonotonicClock clock) {
    var next = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      var running = new ArrayList<Future<List<Double>>>();
      for (int i = 0; i < callers; i++) {
        running.add(threads.submit(() -> callUntilNoneIsLeft(next, items, call, progress, clock)));
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

  private static <T> List<Double> callUntilNoneIsLeft(
      AtomicInteger next,
      List<T> items,
      Consumer<T> call,
      IntConsumer progress,
      MonotonicClock clock) {
    var took = new ArrayList<Double>();
    for (int i = next.getAndIncrement(); i < items.size(); i = next.getAndIncrement()) {
      long begun = clock.nanos();
      call.accept(items.get(i));
      took.add((clock.nanos() - begun) / 1e6);
      progress.accept(i + 1);
    }
    return took;
  }

  /**
   * Begins calls at a steady rate, whether earlier calls are answered or not, and returns when all
   * are answered.
   *
   * @throws IllegalStateException if one failed
   */
  public static void atRate(
      double perSecond, String what, int count, Runnable call, Progress progress) {
    var clock = MonotonicClock.system();
    ExecutorService callers = Executors.newFixedThreadPool(UNANSWERED_MAX);
    var calls = new ArrayList<Future<?>>();
    progress.begin(what, count);
    try {
      long begun = clock.nanos();
      for (int i = 0; i < count; i++) {
        Pause.until(begun + (long) (i * 1e9 / perSecond), clock);
        calls.add(callers.submit(call));
        progress.step(i + 1);
      }
      for (var one : calls) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a task could not be scheduled", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      callers.shutdownNow();
      progress.end();
    }
  }
}
