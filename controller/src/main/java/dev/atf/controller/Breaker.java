package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.rate.Backoff;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Circuit breaker of the HSC (F14). It opens after several failed claims in a row. It stays closed
 * if all of these claims reached, or may have reached, an HSC and belong to one lambda of several,
 * because the fault may be in that lambda. It closes after a successful probe. The next failed
 * claim then opens it again, with longer pauses between probes. A successful claim resets it.
 *
 * <p>Opening suspends the {@link TaskMatcher}, and closing resumes it, both under the lock of this
 * object. Otherwise a probe between the two steps would leave the matcher suspended indefinitely.
 */
@Singleton
final class Breaker {
  /**
   * Pauses between probes. Short pauses notice a recovery early. Long pauses send fewer probes to a
   * dead HSC.
   */
  private static final Backoff PROBES = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(5));

  private final ControllerConfig config;
  private final TaskMatcher matcher;
  private final MonotonicClock clock;
  private final RandomGenerator random;
  private int failures;

  /** Lambdas whose claims failed since the last successful claim. */
  private final Set<LambdaName> failing = new HashSet<>();

  private boolean unreached;
  private int probes;
  private boolean open;
  private Runnable whenOpened = () -> {};
  private long probeAt;

  @Inject
  Breaker(
      ControllerConfig config, TaskMatcher matcher, MonotonicClock clock, RandomGenerator random) {
    this.config = config;
    this.matcher = matcher;
    this.clock = clock;
    this.random = random;
  }

  /** Sets the action that wakes the probe loop. */
  synchronized void whenOpened(Runnable action) {
    whenOpened = action;
  }

  synchronized void succeeded() {
    failures = 0;
    failing.clear();
    unreached = false;
    probes = 0;
  }

  /**
   * Counts a failed claim.
   *
   * @param reached whether the claim has, or may have, reached an HSC
   * @return the buffered references to return to the queues, if this failure opens the breaker
   */
  synchronized Optional<List<BufferedRef>> failed(LambdaName lambda, boolean reached) {
    failures++;
    failing.add(lambda);
    unreached |= !reached;
    boolean ofAll = unreached || failing.size() >= Math.min(2, matcher.lambdas().size());
    if (open || failures < config.breakerFailuresMax() || !ofAll) {
      return Optional.empty();
    }
    open = true;
    planProbe();
    whenOpened.run();
    return Optional.of(matcher.suspend());
  }

  synchronized boolean wantsProbe() {
    return open && clock.nanos() - probeAt >= 0;
  }

  /**
   * Returns the time until the next probe, but at most {@code most}; {@code most} while the breaker
   * is closed.
   */
  synchronized Duration untilProbe(Duration most) {
    if (!open) {
      return most;
    }
    long left = Math.max(0, probeAt - clock.nanos());
    return left < most.toNanos() ? Duration.ofNanos(left) : most;
  }

  /** Closes the breaker after a successful probe, so that claims are tried again. */
  synchronized void probed() {
    open = false;
    failures = config.breakerFailuresMax() - 1;
    matcher.resume();
  }

  /** Postpones the next probe after a failed one. */
  synchronized void probeFailed() {
    planProbe();
  }

  private void planProbe() {
    probeAt = clock.nanos() + PROBES.upperHalfAfter(probes + 1, random).toNanos();
    probes = Math.min(probes, 1_000) + 1;
  }
}
