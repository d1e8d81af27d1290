package dev.atf.lab.bench.workload;

import dev.atf.cli.output.Progress;
import dev.atf.local.Pause;
import dev.atf.runtime.loop.MonotonicClock;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Calls at a steady rate, whether earlier calls are answered or not.
 *
 * @param perSecond rate at which calls begin
 */
public record Pacer(double perSecond, Progress progress) {
  /** Calls that may be unanswered at a time; those that follow begin late. */
  private static final int CALLERS = 8;

  /**
   * Returns when all are answered.
   *
   * @throws IllegalStateException if one failed
   */
  public void call(String what, int count, Runnable call) {
    var clock = MonotonicClock.system();
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
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
