package dev.atf.lab.chaos;

import dev.atf.runtime.loop.MonotonicClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Calls of Schedule in a run, and their ends; safe for many threads. */
final class ScheduleLog {
  private final MonotonicClock clock;
  private final Consumer<String> failures;
  private final List<Call> calls = new ArrayList<>();

  /**
   * A call, with all its tries.
   *
   * @param dueNanos time at which it was to be made
   * @param answered whether it was acknowledged
   */
  record Call(long dueNanos, long endedNanos, boolean answered) {}

  /**
   * @param failures receives a line about each call without an answer
   */
  ScheduleLog(MonotonicClock clock, Consumer<String> failures) {
    this.clock = clock;
    this.failures = failures;
  }

  /** Returns the same call; how it ends is added, but for repetitions. */
  <T> Supplier<T> firstCounts(Supplier<T> call, long dueNanos) {
    var counted = new AtomicBoolean();
    return () -> {
      if (counted.getAndSet(true)) {
        return call.get();
      }
      boolean answered = false;
      try {
        var answer = call.get();
        answered = true;
        return answer;
      } catch (RuntimeException e) {
        failures.accept(
            "no answer to a Schedule due %d ms ago: %s"
                .formatted(clock.since(dueNanos).toMillis(), e.getMessage()));
        throw e;
      } finally {
        add(new Call(dueNanos, clock.nanos(), answered));
      }
    };
  }

  /** Adds a call that was not made. */
  void failed(long dueNanos) {
    failures.accept("a Schedule was not made: too many are in progress");
    add(new Call(dueNanos, clock.nanos(), false));
  }

  private synchronized void add(Call call) {
    calls.add(call);
  }

  synchronized ScheduleAvailability availability() {
    return ScheduleAvailability.of(calls);
  }
}
