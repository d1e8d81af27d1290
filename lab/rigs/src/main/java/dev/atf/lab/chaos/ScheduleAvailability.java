package dev.atf.lab.chaos;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.atf.lab.bench.workload.Percentiles;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Answers to calls of Schedule that were made at a fixed rate. A call counts as answered if it was
 * acknowledged within its tries.
 *
 * @param answered of all {@code calls}
 * @param goodMinutes those of all {@code minutes} in which the objective was met, by the times at
 *     which calls were to be made
 * @param longestGapSeconds longest time without an answer
 * @param latency of answered calls, with all tries, from the time at which each was to be made
 */
public record ScheduleAvailability(
    int calls,
    int answered,
    int minutes,
    int goodMinutes,
    double longestGapSeconds,
    Percentiles latency) {
  /** Least share of answered calls. */
  public static final double OBJECTIVE = 0.999;

  /**
   * A call, with all its tries.
   *
   * @param dueNanos time at which it was to be made
   * @param answered whether it was acknowledged
   */
  record Call(long dueNanos, long endedNanos, boolean answered) {}

  static ScheduleAvailability of(Collection<Call> calls) {
    long begun = calls.stream().mapToLong(Call::dueNanos).min().orElse(0);
    var answered = calls.stream().filter(Call::answered).toList();
    var byMinute =
        calls.stream()
            .collect(
                Collectors.groupingBy(
                    call -> TimeUnit.NANOSECONDS.toMinutes(call.dueNanos() - begun)))
            .values();
    return new ScheduleAvailability(
        calls.size(),
        answered.size(),
        byMinute.size(),
        (int) byMinute.stream().filter(ScheduleAvailability::meetObjective).count(),
        longestGapSeconds(begun, answered),
        Percentiles.of(
            answered.stream().map(call -> (call.endedNanos() - call.dueNanos()) / 1e6).toList()));
  }

  private static boolean meetObjective(List<Call> calls) {
    return share(calls.stream().filter(Call::answered).count(), calls.size()) >= OBJECTIVE;
  }

  private static double share(long answered, int calls) {
    return calls == 0 ? 0 : (double) answered / calls;
  }

  private static double longestGapSeconds(long begun, List<Call> answered) {
    long longest = 0;
    long last = begun;
    for (long at : answered.stream().mapToLong(Call::endedNanos).sorted().toArray()) {
      longest = Math.max(longest, at - last);
      last = at;
    }
    return Math.round(longest / 1e7) / 100.0;
  }

  /** Returns the share of answered calls; 0 without calls. */
  @JsonProperty
  public double availability() {
    return share(answered, calls);
  }

  @JsonProperty
  public boolean isMet() {
    return availability() >= OBJECTIVE;
  }

  void print(PrintWriter out) {
    out.printf(
        "available    %7.3f %% of %d Schedules were answered; %d of %d minutes had %.1f %%%n",
        100 * availability(), calls, goodMinutes, minutes, 100 * OBJECTIVE);
    out.printf(
        "latency      %7.0f ms (p50), %.0f ms (p99) from when each was due; longest gap %.1f s%n",
        latency.p50(), latency.p99(), longestGapSeconds);
  }

  /** Calls of Schedule in a run, and their ends; safe for many threads. */
  static final class Log {
    private final MonotonicClock clock;
    private final Consumer<String> failures;
    private final List<Call> calls = new ArrayList<>();

    /**
     * @param failures receives a line about each call without an answer
     */
    Log(MonotonicClock clock, Consumer<String> failures) {
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
}
