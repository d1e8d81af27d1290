package dev.atf.controller;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.runtime.loop.MonotonicClock;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Health checks and thread counts of this host's executors, as their calls report them. An executor
 * whose check fails requests no work. Thread-safe.
 */
@Singleton
final class ExecutorChecks {
  /**
   * Time after which an executor without a call no longer counts. It is many times the interval of
   * its calls.
   */
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

  /**
   * Maximum number of executors. It is more than one host runs, including those that exited
   * recently.
   */
  private static final int EXECUTORS_MAX = 1_000;

  private record Check(LambdaName lambda, String failure, int threads, long at) {}

  private final MonotonicClock clock;
  private final Map<ExecutorId, Check> checks = new LinkedHashMap<>(16, 0.75f, true);
  private boolean everPassed;

  @Inject
  ExecutorChecks(MonotonicClock clock) {
    this.clock = clock;
  }

  /**
   * Records a call of an executor.
   *
   * @param failure failure of its check, in words; empty if the check passes, or there is no check
   * @param threads number of threads that run its handlers; 0 if unknown
   */
  synchronized void called(ExecutorId executor, LambdaName lambda, String failure, int threads) {
    everPassed |= failure.isEmpty();
    checks.put(executor, new Check(lambda, failure, threads, clock.nanos()));
    if (checks.size() > EXECUTORS_MAX) {
      checks.remove(checks.keySet().iterator().next());
    }
  }

  /** Forgets an executor that has ended. */
  synchronized void ended(ExecutorId executor) {
    checks.remove(executor);
  }

  /** Returns whether any check has ever passed. Also true while no check has failed. */
  synchronized boolean hasEverPassed() {
    return everPassed || known().isEmpty();
  }

  /**
   * Returns the failure if the checks of all executors of a lambda fail; empty if one of them
   * passes, or there are no executors.
   */
  synchronized String failure(LambdaName lambda) {
    return onAll(known().stream().filter(check -> check.lambda().equals(lambda)).toList());
  }

  /** Returns the number of threads of a lambda's executors. */
  synchronized int threads(LambdaName lambda) {
    return known().stream()
        .filter(check -> check.lambda().equals(lambda))
        .mapToInt(Check::threads)
        .sum();
  }

  /**
   * Returns the failure if the checks of all executors of this host fail; empty if one of them
   * passes, or there are no executors.
   */
  synchronized String failure() {
    return onAll(known());
  }

  private static String onAll(List<Check> all) {
    return all.stream().anyMatch(check -> check.failure().isEmpty()) || all.isEmpty()
        ? ""
        : all.get(all.size() - 1).failure();
  }

  private List<Check> known() {
    checks.values().removeIf(check -> clock.since(check.at()).compareTo(FORGOTTEN_AFTER) >= 0);
    return List.copyOf(checks.values());
  }
}
