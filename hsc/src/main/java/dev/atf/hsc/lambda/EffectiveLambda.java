package dev.atf.hsc.lambda;

import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Lambda as it applies to attempts: its definition, and the values that the cluster adds.
 *
 * @param lease L, which the executor measures on its own clock
 * @param subscriptions subscriptions of the lambda
 */
public record EffectiveLambda(
    LambdaDefinition definition,
    Duration lease,
    LeaseTimes cluster,
    List<Subscription> subscriptions) {
  public EffectiveLambda {
    subscriptions = List.copyOf(subscriptions);
  }

  /**
   * Returns the lambda as it applies. A lease shorter than the cluster's is replaced by the
   * cluster's, because the inequality that prevents two executors from running the same task was
   * checked for the cluster's lease.
   */
  static EffectiveLambda of(
      LambdaDefinition lambda, LeaseTimes cluster, List<Subscription> subscriptions) {
    var own = lambda.lease(cluster);
    var lease = own.compareTo(cluster.lease()) < 0 ? cluster.lease() : own;
    return new EffectiveLambda(lambda, lease, cluster, subscriptions);
  }

  /**
   * Returns the end of the store's lease for a call that arrived at {@code now}, in whole
   * milliseconds.
   */
  public Instant leaseUntil(Instant now) {
    return now.plus(stored()).truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns the end of a task of this lambda that has not been read. */
  public Ending ending(Instant now) {
    return Ending.at(now, definition).with(subscriptions);
  }

  /** Returns the time for which the store keeps a claim without a heartbeat. */
  public Duration stored() {
    return cluster.stored(lease);
  }
}
