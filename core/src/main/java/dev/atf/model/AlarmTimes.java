package dev.atf.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.random.RandomGenerator;

/**
 * Times at which a task is checked again. Writers that make tasks ready and consumers that check
 * them share this type.
 *
 * @param enqueueTimeout how long after its first push an unclaimed task is checked
 * @param doublingsMax number of checks after which the interval no longer grows
 * @param expiryGrace additional time that a store consumer waits after the end of a lease before it
 *     acts
 * @param refusedMin minimum time after a refused push
 * @param refusedMax maximum time after the first refused push
 */
@RecordBuilder
public record AlarmTimes(
    Duration enqueueTimeout,
    int doublingsMax,
    Duration expiryGrace,
    Duration refusedMin,
    Duration refusedMax)
    implements AlarmTimesBuilder.With {
  public static final AlarmTimes DEFAULT =
      new AlarmTimes(
          Duration.ofSeconds(30), 4, Duration.ZERO, Duration.ofMillis(500), Duration.ofSeconds(2));

  /**
   * Last part of the time-out, as a fraction. The first alarm rings at a random time in this part,
   * so that not all alarms ring at the same time.
   */
  private static final double SPREAD = 0.05;

  /**
   * Returns the alarm after a release, at most {@code enqueueTimeout} ahead. The time is random, so
   * that two consumers almost never use the same one, and each recognises its own mark.
   */
  public Instant afterRelease(Instant now, RandomGenerator random) {
    long spread = (long) (enqueueTimeout.toMillis() * SPREAD);
    return millis(now.plus(enqueueTimeout)).minusMillis(random.nextLong(spread + 1));
  }

  /**
   * Returns the alarm of an unclaimed task. It is not after the deadline, at which the task fails.
   */
  public static Instant withDeadline(Instant alarm, Instant deadline) {
    return alarm.isBefore(deadline) ? alarm : millis(deadline);
  }

  /**
   * Returns the alarm after a check of an unclaimed task. It is not later than {@link
   * #withDeadline}.
   *
   * @param pushes number of pushes and checks in this epoch
   */
  public Instant afterCheck(Instant now, int pushes, Instant deadline) {
    var doubled = now.plus(enqueueTimeout.multipliedBy(1L << doublings(pushes)));
    return withDeadline(millis(doubled), deadline);
  }

  /** Returns the latest time that {@link #afterCheck} can return. */
  public Instant latestCheck(Instant now, Instant deadline) {
    return afterCheck(now, doublingsMax, deadline);
  }

  /**
   * Returns the alarm after a refused push. It has jitter, is later after each try, and is at most
   * {@code enqueueTimeout} away (law 2).
   *
   * @param refusals number of consecutive refusals, including this one
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
