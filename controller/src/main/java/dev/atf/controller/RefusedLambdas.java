package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.runtime.LogLimit;
import dev.atf.runtime.loop.MonotonicClock;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lambdas that executors have asked for and that this controller does not serve. They are logged,
 * and reported to the HSC, so that Explain can name the cause for waiting tasks.
 */
@Singleton
final class RefusedLambdas {
  private static final Logger log = LoggerFactory.getLogger(RefusedLambdas.class);

  /** Maximum number of lambdas that are reported. Further lambdas are only logged. */
  private static final int LAMBDAS_MAX = 100;

  private static final Duration LOG_EVERY = Duration.ofSeconds(10);

  private final ServedLambdas served;
  private final LogLimit lines;
  private final Map<LambdaName, Long> calls = new HashMap<>();

  @Inject
  RefusedLambdas(ServedLambdas served, MonotonicClock clock) {
    this.served = served;
    this.lines = new LogLimit(clock, LOG_EVERY);
  }

  /** Counts one refused call. A malformed name is ignored. */
  void add(String name, String executor) {
    LambdaName lambda;
    try {
      lambda = new LambdaName(name);
    } catch (InvalidFieldException e) {
      return;
    }
    synchronized (this) {
      if (calls.size() < LAMBDAS_MAX || calls.containsKey(lambda)) {
        calls.merge(lambda, 1L, Long::sum);
      }
    }
    lines.log(
        left ->
            log.warn(
                "lambda={} executorId={} is refused work: this controller serves {} (setting"
                    + " lambdas); {} more such lines left out",
                lambda,
                executor,
                served,
                left));
  }

  /** Returns the calls of each lambda since the previous call of this method. */
  synchronized Map<LambdaName, Long> take() {
    var taken = new TreeMap<>(calls);
    calls.clear();
    return taken;
  }
}
