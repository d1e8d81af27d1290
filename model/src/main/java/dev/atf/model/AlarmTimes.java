package dev.atf.model;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.random.RandomGenerator;

/**
 * When to look at a task again: what those who make tasks ready and those who look after them
 * share.
 *
 * @param enqueueTimeout how long after its first push an unclaimed task is looked at
 * @param doublingsMax after so many looks the interval grows no more
 * @param expiryGrace how long after its end a lease is left alone
 * @param refusedMin earliest time after a refused push
 * @param refusedMax latest time after the first refused push
 */
public record AlarmTimes(
    Duration enqueueTimeout,
    int doublingsMax,
    Duration expiryGrace,
    Duration refusedMin,
    Duration refusedMax) {
  public static final AlarmTimes DEFAULT =
      new AlarmTimes(
          Duration.ofSeconds(30), 4, Duration.ZERO, Duration.ofMillis(500), Duration.ofSeconds(2));

  /** The first alarm is drawn from this last part of the time-out, so that not all ring at once. */
  private static final double SPREAD = 0.05;

  public AlarmTimes withEnqueueTimeout(Duration timeout) {
    return new AlarmTimes(timeout, doublingsMax, expiryGrace, refusedMin, refusedMax);
  }

  /**
   * After a release. Never later than {@code enqueueTimeout}; two consumers hardly ever draw the
   * same, so that each knows its own mark.
   */
  public Instant afterRelease(Instant now, RandomGenerator random) {
    long spread = (long) (enqueueTimeout.toMillis() * SPREAD);
    return millis(now.plus(enqueueTimeout)).minusMillis(random.nextLong(spread + 1));
  }

  /**
   * After an unclaimed task was looked at; not later than one time-out after its deadline (law 2).
   *
   * @param pushes how often it was pushed, or looked at, in this epoch
   */
  public Instant afterLook(Instant now, int pushes, Instant deadline) {
    var doubled = now.plus(enqueueTimeout.multipliedBy(1L << doublings(pushes)));
    var latest = deadline.plus(enqueueTimeout);
    return millis(doubled.isBefore(latest) ? doubled : latest);
  }

  /** As late as {@link #afterLook} ever says. */
  public Instant latestLook(Instant now, Instant deadline) {
    return afterLook(now, doublingsMax, deadline);
  }

  /**
   * After a refused push: soon, with jitter, and less soon the more often it was tried; never later
   * than {@code enqueueTimeout} (law 2).
   *
   * @param refusals in a row, with this one
   */
  public Instant afterRefusal(Instant now, int refusals, RandomGenerator random) {
    long range = refusedMax.minus(refusedMin).toMillis();
    var jitter = refusedMin.plusMillis(random.nextLong(range + 1));
    var wait = jitter.multipliedBy(1L << doublings(refusals - 1));
    return millis(now.plus(wait.compareTo(enqueueTimeout) < 0 ? wait : enqueueTimeout));
  }

  private int doublings(int pushes) {
    return Math.max(0, Math.min(pushes, doublingsMax));
  }

  private static Instant millis(Instant at) {
    return at.truncatedTo(ChronoUnit.MILLIS);
  }
}
