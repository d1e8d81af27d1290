package dev.atf.storeconsumer;

import dev.atf.model.LeaseTimes;
import dev.atf.model.Limits;
import dev.atf.queue.sqs.SqsConfig;
import dev.atf.runtime.ConfigException;
import dev.atf.runtime.RpcServerConfig;
import dev.atf.store.dynamodb.DynamoDbConfig;
import java.time.Duration;

/**
 * The settings of a store consumer.
 *
 * @param server health and metrics only
 * @param lease the cluster's: tells how long a lease stands when this host's clock is in doubt
 * @param pollInterval between two rounds over all partitions
 * @param lookAhead how far ahead due tasks are read into memory; zero: the poll interval and {@link
 *     #LOOK_AHEAD_SLACK}
 * @param lookAheadMax tasks held in memory in all
 * @param enqueueTimeout an unclaimed task is looked at so long after its push
 * @param enqueueTimeoutDoublingsMax and then after 2, 4, … times as long, doubled so often
 * @param queueDepthMax references that may wait in one queue; the backlog stays in the store
 * @param pageSize of one reading of the index
 * @param markConcurrency conditional writes of releases at a time
 * @param pollConcurrency partitions read at a time, and alarms dealt with at a time
 * @param expiryGrace how long after its end a lease is left alone
 * @param memberInterval between two heartbeats of this consumer among its fellows
 * @param memberTimeout a fellow that was not heard of for so long is taken for gone
 * @param lambdaRefresh between two readings of the registered lambdas and gates
 * @param recovery how leases are ended after the store or every HSC was away
 */
public record StoreConsumerConfig(
    RpcServerConfig server,
    DynamoDbConfig store,
    SqsConfig queue,
    LeaseTimes lease,
    Duration pollInterval,
    Duration lookAhead,
    int lookAheadMax,
    Duration enqueueTimeout,
    int enqueueTimeoutDoublingsMax,
    int queueDepthMax,
    int pageSize,
    int markConcurrency,
    int pollConcurrency,
    Duration expiryGrace,
    Duration memberInterval,
    Duration memberTimeout,
    Duration lambdaRefresh,
    RecoveryConfig recovery) {
  /** What a round over the partitions may take before a task in them is late. */
  public static final Duration LOOK_AHEAD_SLACK = Duration.ofMillis(500);

  public static final int PORT = 8083;

  public static final StoreConsumerConfig DEFAULTS =
      new StoreConsumerConfig(
          RpcServerConfig.onPort(PORT),
          DynamoDbConfig.DEFAULTS,
          SqsConfig.DEFAULTS,
          LeaseTimes.DEFAULT,
          Duration.ofSeconds(2),
          Duration.ZERO,
          20_000,
          Duration.ofSeconds(30),
          4,
          2_000,
          500,
          16,
          8,
          Duration.ZERO,
          Duration.ofSeconds(2),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          RecoveryConfig.DEFAULTS);

  public StoreConsumerConfig {
    requireWithin("pollInterval", pollInterval, Duration.ofMillis(10), Duration.ofMinutes(5));
    // A task that is due between two rounds must have been read in the first of them.
    if (!lookAhead.isZero()) {
      requireWithin("lookAhead", lookAhead, pollInterval, Duration.ofMinutes(10));
    }
    requireWithin("enqueueTimeout", enqueueTimeout, Duration.ofMillis(100), Duration.ofHours(1));
    requireWithin("enqueueTimeoutDoublingsMax", enqueueTimeoutDoublingsMax, 0, 16);
    // SQS holds 120,000 messages in flight.
    requireWithin("queueDepthMax", queueDepthMax, 1, 120_000);
    requireWithin("lookAheadMax", lookAheadMax, 1, 1_000_000);
    requireWithin("pageSize", pageSize, 1, Limits.PAGE_SIZE_MAX);
    requireWithin("markConcurrency", markConcurrency, 1, 100);
    requireWithin("pollConcurrency", pollConcurrency, 1, 100);
    requireWithin("expiryGrace", expiryGrace, Duration.ZERO, Duration.ofMinutes(5));
    requireWithin("memberInterval", memberInterval, Duration.ofMillis(10), Duration.ofMinutes(5));
    // One lost beat must not move every partition.
    requireWithin(
        "memberTimeout", memberTimeout, memberInterval.multipliedBy(2), Duration.ofHours(1));
    requireWithin("lambdaRefresh", lambdaRefresh, Duration.ofMillis(10), Duration.ofMinutes(5));
  }

  /** How far ahead due tasks are read into memory, whether it was set or not. */
  Duration effectiveLookAhead() {
    return lookAhead.isZero() ? pollInterval.plus(LOOK_AHEAD_SLACK) : lookAhead;
  }

  /** What is missing for so long was away, whether it was set or not. */
  Duration effectiveAwayAfter() {
    if (!recovery.awayAfter().isZero()) {
      return recovery.awayAfter();
    }
    // A lost beat or two are no absence.
    var half = lease.lease().dividedBy(2);
    return half.compareTo(memberTimeout) > 0 ? half : memberTimeout;
  }

  /** How long leases are left alone after a return, whether it was set or not. */
  Duration effectiveHold() {
    return recovery.hold().isZero() ? lease.stored() : recovery.hold();
  }

  private static void requireWithin(String key, Duration value, Duration min, Duration max) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new ConfigException(key + ": " + value + " (expected: " + min + " to " + max + ")");
    }
  }

  private static void requireWithin(String key, int value, int min, int max) {
    if (value < min || value > max) {
      throw new ConfigException(key + ": " + value + " (expected: " + min + " to " + max + ")");
    }
  }
}
