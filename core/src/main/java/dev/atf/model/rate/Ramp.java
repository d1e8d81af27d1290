package dev.atf.model.rate;

import java.time.Duration;

/**
 * Rate that starts low and doubles, so that a recovering dependency does not get all waiting tasks
 * at the same time.
 *
 * @param perSecond initial rate, in tasks per second
 * @param doubling time in which the rate doubles
 */
public record Ramp(int perSecond, Duration doubling) {
  /**
   * Ramp for tasks that a condition releases. A dependency that has just recovered can serve it.
   * 10,000 tasks take 18 seconds.
   */
  public static final Ramp OF_CONDITIONS = new Ramp(50, Duration.ofSeconds(3));

  /**
   * Returns the rate in tasks per second.
   *
   * @param since time since the ramp began; negative before it
   */
  public double rate(Duration since) {
    return perSecond * Math.pow(2, (double) Math.max(0, doublings(since)));
  }

  /**
   * Returns the number of tasks that the ramp has allowed so far, including a part of the current
   * step.
   *
   * @param since time since the ramp began
   */
  public long total(Duration since) {
    if (since.isNegative()) {
      return 0;
    }
    long steps = doublings(since);
    var inStep = since.minus(doubling.multipliedBy(steps));
    double before = perSecond * seconds(doubling) * (Math.pow(2, (double) steps) - 1);
    return (long) (before + rate(since) * seconds(inStep));
  }

  private long doublings(Duration since) {
    return Math.floorDiv(since.toNanos(), doubling.toNanos());
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }
}
