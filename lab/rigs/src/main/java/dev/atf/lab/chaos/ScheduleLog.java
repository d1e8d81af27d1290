package dev.atf.lab.chaos;

import dev.atf.runtime.loop.MonotonicClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Calls of Schedule in a run, and their ends; safe for many threads. */
final class ScheduleLog {
  private final MonotonicClock clock;
  private final List<Call> calls = new ArrayList<>();

  /**
   * A call, with all its tries.
   *
   * @param dueNanos time at which it was to be made
   * @param answered whether it was acknowledged
   */
  record Call(long dueNanos, long endedNanos, boolean answered) {}

  ScheduleLog(MonotonicClock clock) {
    this.clock = clock;
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
      } finally {
        add(new Call(dueNanos, clock.nanos(), answered));
      }
    };
  }

  /** Adds a call that was not made. */
  void failed(long dueNanos) {
    add(new Call(dueNanos, clock.nanos(), false));
  }

  private synchronized void add(Call call) {
    calls.add(call);
  }

  synchronized ScheduleAvailability availability() {
    return ScheduleAvailability.of(calls);
  }
}
