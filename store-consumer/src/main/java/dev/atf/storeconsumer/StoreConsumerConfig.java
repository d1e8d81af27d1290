package dev.atf.storeconsumer;

import dev.atf.model.AlarmTimes;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.queue.sqs.SqsConfig;
import dev.atf.runtime.config.SettingChecks;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.store.dynamodb.DynamoDbConfig;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.member.MembershipSettings;
import dev.atf.storeconsumer.recovery.RecoveryConfig;
import dev.atf.storeconsumer.recovery.RecoveryHold;
import dev.atf.storeconsumer.release.PollSettings;
import dev.atf.storeconsumer.release.QueueCapacity;
import java.time.Duration;

/**
 * The settings of a store consumer. Its component has each of them, and each group of them, by its
 * type.
 *
 * @param server port for hints, health and metrics
 * @param store tables
 * @param queue queues
 * @param lease lease times, the same in all services
 * @param pollInterval interval between polls of all partitions
 * @param lookAhead how far ahead due tasks are read; 0 for {@code pollInterval} plus {@code
 *     tuning.lookAheadSlack}
 * @param lookAheadMax tasks that are read ahead
 * @param enqueueTimeout time after its push at which an unclaimed task is checked
 * @param enqueueTimeoutDoublingsMax doublings of {@code enqueueTimeout} for further checks of a
 *     task
 * @param queueDepthMax references in one queue; the other tasks wait in the store
 * @param pageSize index entries per read
 * @param markConcurrency concurrent writes that mark due tasks
 * @param pollConcurrency concurrently read partitions, handled alarms, and checked plans, of each
 * @param expiryGrace additional wait after the end of a lease
 * @param memberInterval interval between heartbeats; living consumers share the partitions
 * @param memberTimeout silence after which a peer is gone
 * @param lambdaRefresh interval between reads of lambdas and gates
 * @param tuning settings to change only after measuring
 * @param loops failing and hanging loops
 * @param recovery how leases are ended after the store or every HSC was away
 * @param hintUri address for hints, {@code http(s)://host:port}; empty for this host's address and
 *     port
 * @param credentials credentials for other store consumers
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
    StoreConsumerTuning tuning,
    LoopSettings loops,
    RecoveryConfig recovery,
    String hintUri,
    CredentialsConfig credentials) {
  public static final int PORT = 8083;

  /** Number of loops, each of which may have its own call in progress. */
  private static final int LOOPS = 10;

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
          StoreConsumerTuning.DEFAULTS,
          LoopSettings.DEFAULT,
          RecoveryConfig.DEFAULTS,
          "",
          CredentialsConfig.NONE);

  public StoreConsumerConfig {
    var checks = new SettingChecks();
    checks.that(
        hintUri.isEmpty() || hintUri.matches("https?://[^/\\s]+"),
        "hintUri",
        hintUri,
        "http(s)://host:port, or empty");
    checks.within("pollInterval", pollInterval, Duration.ofMillis(10), Duration.ofMinutes(5));
    // A task that is due between two rounds must have been read in the first of them.
    if (!lookAhead.isZero()) {
      checks
          .atLeast("lookAhead", lookAhead, pollInterval, "pollInterval")
          .within("lookAhead", lookAhead, Duration.ZERO, Duration.ofMinutes(10));
    }
    checks.within("lookAheadMax", lookAheadMax, 1, 1_000_000);
    checks.within("enqueueTimeout", enqueueTimeout, Duration.ofMillis(100), Duration.ofHours(1));
    checks.within("enqueueTimeoutDoublingsMax", enqueueTimeoutDoublingsMax, 0, 16);
    // SQS holds 120,000 messages in flight.
    checks.within("queueDepthMax", queueDepthMax, 1, 120_000);
    checks.within("pageSize", pageSize, 1, Limits.PAGE_SIZE_MAX);
    checks.within("markConcurrency", markConcurrency, 1, 100);
    checks.within("pollConcurrency", pollConcurrency, 1, 100);
    checks.within("expiryGrace", expiryGrace, Duration.ZERO, Duration.ofMinutes(5));
    checks.within("memberInterval", memberInterval, Duration.ofMillis(10), Duration.ofMinutes(5));
    checks.within("memberTimeout", memberTimeout, Duration.ofMillis(20), Duration.ofHours(1));
    // One lost beat must not move every partition, nor one on which the store was slow.
    checks.atLeast(
        "memberTimeout", memberTimeout, memberInterval.multipliedBy(2), "2 x memberInterval");
    var client = store.client();
    checks.atLeast(
        "memberTimeout",
        memberTimeout,
        memberInterval.plus(client.callTimeout()),
        "memberInterval + store.client.callTimeout");
    if (!recovery.awayAfter().isZero()) {
      // HSCs are read once per memberInterval. Between two reads they are not away.
      checks.atLeast(
          "recovery.awayAfter",
          recovery.awayAfter(),
          memberInterval.multipliedBy(2),
          "2 x memberInterval");
    }
    checks.within("lambdaRefresh", lambdaRefresh, Duration.ofMillis(10), Duration.ofMinutes(5));
    // Threads without a connection wait for one another and give up.
    int threads = markConcurrency + 3 * pollConcurrency + LOOPS;
    checks.that(
        threads <= client.connectionsMax(),
        "store.client.connectionsMax",
        client.connectionsMax(),
        "at least markConcurrency + 3 x pollConcurrency + " + LOOPS + " = " + threads);
    checks.that(
        threads <= queue.client().connectionsMax(),
        "queue.client.connectionsMax",
        queue.client().connectionsMax(),
        "at least markConcurrency + 3 x pollConcurrency + " + LOOPS + " = " + threads);
    // A turn checks its time between calls. The work in progress at that moment is either a read,
    // which repeats its call once; or an alarm's read of its queue and its write and, for each of
    // its thread's two alarms, a push and, if that is refused, another write.
    var calls = client.callTimeout().plus(queue.client().callTimeout());
    checks.atLeast(
        "loops.turnTimeMax",
        loops.turnTimeMax(),
        tuning.turnTime().plus(calls.multipliedBy(1 + StoreConsumerModule.ALARMS_PER_THREAD)),
        "tuning.turnTime + 3 x (store.client.callTimeout + queue.client.callTimeout)");
    checks.end();
  }

  PollSettings poll() {
    return new PollSettings(
        pollInterval, effectiveLookAhead(), pageSize, tuning.turnTime(), tuning.cutPause());
  }

  QueueCapacity.Settings queueCapacity() {
    return new QueueCapacity.Settings(
        queueDepthMax, pageSize, tuning.depthRefresh(), tuning.refusedPause());
  }

  AlarmTimes alarms() {
    return new AlarmTimes(
        enqueueTimeout,
        enqueueTimeoutDoublingsMax,
        expiryGrace,
        tuning.refusedAlarmMin(),
        tuning.refusedAlarmMax());
  }

  RecoveryHold.Limits recoveryLimits() {
    return new RecoveryHold.Limits(
        effectiveAwayAfter(), effectiveHold(), recovery.perSecond(), recovery.doubling());
  }

  MembershipSettings membership() {
    return new MembershipSettings(memberInterval, memberTimeout);
  }

  LambdaDirectory.Settings directory() {
    return new LambdaDirectory.Settings(lambdaRefresh);
  }

  /** Returns how far ahead due tasks are read into memory, whether it was set or not. */
  Duration effectiveLookAhead() {
    return lookAhead.isZero() ? pollInterval.plus(tuning.lookAheadSlack()) : lookAhead;
  }

  /** Returns the effective silence that counts as an outage, whether it was set or not. */
  Duration effectiveAwayAfter() {
    if (!recovery.awayAfter().isZero()) {
      return recovery.awayAfter();
    }
    // One or two lost heartbeats do not count as an absence.
    var half = lease.lease().dividedBy(2);
    return half.compareTo(memberTimeout) > 0 ? half : memberTimeout;
  }

  /**
   * Returns the effective time for which no lease is ended after an outage, whether it was set or
   * not.
   */
  Duration effectiveHold() {
    return recovery.hold().isZero() ? lease.stored() : recovery.hold();
  }
}
