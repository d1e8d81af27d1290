package dev.atf.store.activity;

import dev.atf.model.LambdaName;
import dev.atf.model.task.TaskTransition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Counts of scheduled, started and ended tasks of each lambda for each interval. The time of an
 * event determines its interval. Thread-safe, and fast enough for a call with every write.
 */
public final class Activity {
  /** Time that one point of a chart covers. */
  public static final Duration INTERVAL = Duration.ofSeconds(5);

  /** Maximum window of a query. */
  public static final Duration WINDOW_MAX = Duration.ofMinutes(10);

  /**
   * Number of intervals kept. It is one more than fits into the window, because a window may start
   * within an interval.
   */
  private static final int INTERVALS = (int) WINDOW_MAX.dividedBy(INTERVAL) + 1;

  /**
   * Maximum number of lambdas that are remembered. A lambda whose tasks change all the time takes
   * 60 KB.
   */
  private static final int LAMBDAS_MAX = 1_000;

  private final Map<LambdaName, Counts> lambdas = new ConcurrentHashMap<>();

  /** Counts of one lambda in a ring of intervals. */
  private static final class Counts {
    private final @Nullable ActivityInterval[] ring = new ActivityInterval[INTERVALS];
    private long latest = Long.MIN_VALUE / 2;

    synchronized void count(long number, TaskTransition transition) {
      if (number <= latest - INTERVALS) {
        return;
      }
      latest = Math.max(latest, number);
      int slot = Math.floorMod(number, INTERVALS);
      var interval = ring[slot];
      if (interval == null || interval.number() < number) {
        interval = new ActivityInterval(number);
        ring[slot] = interval;
      }
      if (interval.number() == number) {
        interval.count(transition);
      }
    }

    synchronized void addTo(ActivityInterval sum) {
      var interval = ring[Math.floorMod(sum.number(), INTERVALS)];
      if (interval != null && interval.number() == sum.number()) {
        sum.add(interval);
      }
    }

    synchronized long latest() {
      return latest;
    }
  }

  /**
   * Counts a transition. Transitions of canaries, and of lambdas beyond the limit, are not counted.
   */
  public void count(TaskTransition transition) {
    if (transition.header().isCanary()) {
      return;
    }
    var name = transition.header().lambda();
    long number = numberOf(transition.at());
    var counts = lambdas.get(name);
    if (counts == null && hasRoom(number)) {
      counts = lambdas.computeIfAbsent(name, lambda -> new Counts());
    }
    if (counts != null) {
      counts.count(number, transition);
    }
  }

  private boolean hasRoom(long number) {
    if (lambdas.size() >= LAMBDAS_MAX) {
      lambdas.values().removeIf(counts -> counts.latest() <= number - INTERVALS);
    }
    return lambdas.size() < LAMBDAS_MAX;
  }

  /**
   * Returns the sums of some lambdas, one for each interval that overlaps the window, oldest first.
   *
   * @param window length of the time before now; at most {@link #WINDOW_MAX}
   */
  public List<ActivityInterval> read(Predicate<String> lambda, Duration window, Instant now) {
    long last = numberOf(now);
    var chosen =
        lambdas.entrySet().stream()
            .filter(entry -> lambda.test(entry.getKey().value()))
            .map(Map.Entry::getValue)
            .toList();
    var sums = new ArrayList<ActivityInterval>();
    for (long number = numberOf(now.minus(window)) + 1; number <= last; number++) {
      var sum = new ActivityInterval(number);
      chosen.forEach(counts -> counts.addTo(sum));
      sums.add(sum);
    }
    return sums;
  }

  private static long numberOf(Instant at) {
    return Math.floorDiv(at.toEpochMilli(), INTERVAL.toMillis());
  }
}
