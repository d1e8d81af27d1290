package dev.atf.hsc.lambda;

import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Terms on which the attempts of one lambda run.
 *
 * @param lease L, which the executor counts by itself
 */
public record Terms(LambdaDefinition lambda, Duration lease, LeaseTimes cluster) {

  /**
   * Returns the terms. A lambda's lease that is shorter than the cluster's is lengthened to it: the
   * inequality that keeps two executors apart was checked for the cluster's.
   */
  static Terms of(LambdaDefinition lambda, LeaseTimes cluster) {
    var own = lambda.lease(cluster);
    var lease = own.compareTo(cluster.lease()) < 0 ? cluster.lease() : own;
    return new Terms(lambda, lease, cluster);
  }

  /** Returns the end of the store's lease for a call taken at {@code now}; whole milliseconds. */
  public Instant leaseUntil(Instant now) {
    return now.plus(stored()).truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns how long the store keeps a claim that nobody extends. */
  public Duration stored() {
    return cluster.stored(lease);
  }
}
