package dev.atf.model.lambda;

import dev.atf.model.Alarm;
import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TriggerPartition;
import dev.atf.model.check.FieldViolation;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.check.Limits;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.fairness.KeyGroup;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a lambda, as its owner registered them.
 *
 * @param priorities 1–8 different priorities, highest first
 * @param leaseTimeout lease time-out (L) of this lambda's attempts; null for the cluster's
 * @param shards number of trigger partitions of each priority; it never decreases
 * @param scheduleRate maximum number of tasks scheduled per second; 0 for no limit
 * @param dispatchRate maximum number of tasks of each priority released per second; 0 for no limit
 * @param maxRunning maximum number of tasks that run at the same time; 0 for no limit
 * @param resultBytesMax maximum size of a result; a task whose result is larger fails
 * @param retention time for which a finished task can be read
 * @param maxLifetime time after a task's scheduled time at which it becomes a dead letter if it is
 *     unfinished
 * @param closedAt time from which it accepts no new tasks, because it will be deleted; null if it
 *     accepts tasks
 * @param onFatal effect on an ordering key when one of its tasks finally fails
 * @param needs capabilities that a worker host must offer to serve it
 * @param canary settings of its canaries; null if it has none
 * @param indexedLabels labels that are indexed, in stores whose search index costs writes
 * @param logs logs of attempts that are kept
 * @param fairness how fairness keys share it; null if its tasks have none
 */
@RecordBuilder
public record LambdaDefinition(
    LambdaName name,
    String owner,
    String description,
    List<Priority> priorities,
    Priority defaultPriority,
    RetryPolicy retry,
    @Nullable Duration leaseTimeout,
    int shards,
    double scheduleRate,
    double dispatchRate,
    int maxRunning,
    int payloadBytesMax,
    int resultBytesMax,
    Duration retention,
    Duration maxLifetime,
    History history,
    Dispatch dispatch,
    Instant updatedAt,
    @Nullable Instant closedAt,
    FatalPolicy onFatal,
    List<Capability> needs,
    @Nullable Canary canary,
    List<String> indexedLabels,
    LogPolicy logs,
    @Nullable Fairness fairness)
    implements LambdaDefinitionBuilder.With {

  /** Finished tasks that are listed. Dead letters are always listed. */
  public enum History {
    NONE,
    FAILURES,
    ALL
  }

  /** Path of a task that is due immediately to its queue. */
  public enum Dispatch {
    /** The frontend pushes tasks if possible. */
    EXPRESS,
    /** The store consumer always releases tasks. */
    POLLED
  }

  public static final List<Priority> PRIORITIES_DEFAULT =
      List.of(new Priority("high"), new Priority("normal"), new Priority("low"));
  public static final int PAYLOAD_BYTES_MAX_DEFAULT = 256 * 1024;
  public static final Duration RETENTION_DEFAULT = Duration.ofDays(7);
  static final Duration MAX_LIFETIME_DEFAULT = Duration.ofDays(30);
  private static final int TEXT_CHARS_MAX = 1_000;
  private static final double RATE_MAX = 1_000_000;
  private static final Duration PERIOD_MAX = Duration.ofDays(3_650);

  public LambdaDefinition {
    priorities = List.copyOf(priorities);
    needs = List.copyOf(needs);
    indexedLabels = List.copyOf(indexedLabels);
    var violations = new ArrayList<FieldViolation>();
    requireText(violations, "owner", owner);
    requireText(violations, "description", description);
    if (priorities.isEmpty()
        || priorities.size() > Limits.PRIORITIES_MAX
        || new HashSet<>(priorities).size() != priorities.size()) {
      violations.add(
          new FieldViolation("priorities", "" + priorities, "1-8 different names, highest first"));
    }
    if (!priorities.contains(defaultPriority)) {
      violations.add(
          new FieldViolation("defaultPriority", "" + defaultPriority, "one of " + priorities));
    }
    if (needs.size() > Capability.NEEDS_MAX || new HashSet<>(needs).size() != needs.size()) {
      violations.add(
          new FieldViolation(
              "needs", "" + needs, "at most " + Capability.NEEDS_MAX + " different names"));
    }
    if (indexedLabels.size() > Limits.INDEXED_LABELS_MAX
        || new HashSet<>(indexedLabels).size() != indexedLabels.size()
        || indexedLabels.stream().anyMatch(String::isEmpty)) {
      violations.add(
          new FieldViolation(
              "indexedLabels",
              "" + indexedLabels,
              "at most " + Limits.INDEXED_LABELS_MAX + " different keys of labels"));
    }
    indexedLabels.forEach(key -> requireText(violations, "indexedLabels", key));
    if (leaseTimeout != null
        && (leaseTimeout.isNegative()
            || leaseTimeout.isZero()
            || leaseTimeout.compareTo(Duration.ofHours(12)) > 0)) {
      violations.add(
          new FieldViolation("leaseTimeout", "" + leaseTimeout, "more than 0, at most 12 hours"));
    }
    requireWithin(violations, "shards", shards, 1, Limits.SHARDS_MAX);
    requireWithin(violations, "scheduleRate", scheduleRate, 0, RATE_MAX);
    requireWithin(violations, "dispatchRate", dispatchRate, 0, RATE_MAX);
    requireWithin(violations, "maxRunning", maxRunning, 0, Limits.RUNNING_MAX);
    requireWithin(violations, "payloadBytesMax", payloadBytesMax, 1, Limits.PAYLOAD_BYTES_MAX);
    requireWithin(violations, "resultBytesMax", resultBytesMax, 1, Limits.RESULT_BYTES_MAX);
    requireWithin(
        violations, "logBytesMax", logs.bytesMax(), LogPolicy.BYTES_MIN, LogPolicy.BYTES_MAX);
    requirePeriod(violations, "retention", retention);
    requirePeriod(violations, "maxLifetime", maxLifetime);
    if (fairness != null) {
      violations.addAll(fairness.violations());
    }
    if (canary != null) {
      requireFits(violations, canary, payloadBytesMax, maxLifetime);
    }
    if (!violations.isEmpty()) {
      throw new InvalidFieldException(violations);
    }
  }

  /** Returns a lambda with every default. */
  public static LambdaDefinition withDefaults(LambdaName name, Instant now) {
    return LambdaDefinitionBuilder.builder()
        .name(name)
        .owner("")
        .description("")
        .priorities(PRIORITIES_DEFAULT)
        .defaultPriority(PRIORITIES_DEFAULT.get(PRIORITIES_DEFAULT.size() / 2))
        .retry(RetryPolicy.DEFAULT)
        .shards(1)
        .payloadBytesMax(PAYLOAD_BYTES_MAX_DEFAULT)
        .resultBytesMax(Limits.RESULT_BYTES_MAX)
        .retention(RETENTION_DEFAULT)
        .maxLifetime(MAX_LIFETIME_DEFAULT)
        .history(History.FAILURES)
        .dispatch(Dispatch.EXPRESS)
        .updatedAt(now)
        .onFatal(FatalPolicy.CONTINUE)
        .needs(List.of())
        .indexedLabels(List.of())
        .logs(LogPolicy.DEFAULT)
        .build();
  }

  /** Returns L for this lambda's attempts. */
  public Duration lease(LeaseTimes cluster) {
    return leaseTimeout == null ? cluster.lease() : leaseTimeout;
  }

  /** Returns the weight of a group of fairness keys. */
  public int weight(KeyGroup group) {
    return fairness == null ? Fairness.WEIGHT_DEFAULT : fairness.weight(group);
  }

  /** Returns the maximum number of running tasks of a group of fairness keys; 0 for no limit. */
  public int runningMax(KeyGroup group) {
    return fairness == null || group.isNone() ? 0 : fairness.runningMaxPerKey();
  }

  /** Returns whether tasks of a group of fairness keys may have to wait while others continue. */
  public boolean limitsKey(KeyGroup group) {
    return fairness != null && !group.isNone() && fairness.limitsKeys();
  }

  /**
   * Returns every list of the index in which an alarm of this lambda may ring, except the lists of
   * groups of fairness keys.
   *
   * @param gated collections that have, or once had, a gate
   */
  public List<TriggerPartition> livePartitions(Collection<CollectionName> gated) {
    var partitions = new ArrayList<TriggerPartition>();
    for (var priority : priorities) {
      for (int shard = 0; shard < shards; shard++) {
        partitions.add(TriggerPartition.live(name, priority, shard, Alarm.DUE));
        partitions.add(TriggerPartition.live(name, priority, shard, Alarm.CHECK));
        for (var collection : gated) {
          partitions.add(TriggerPartition.held(name, priority, shard, collection));
        }
      }
    }
    return partitions;
  }

  /**
   * Returns every list of finished tasks of one kind. The number of shards never decreases, so the
   * result contains every list that was ever used.
   *
   * @param alarm {@link Alarm#DEAD} or {@link Alarm#DONE}
   */
  public List<TriggerPartition> finishedPartitions(Alarm alarm) {
    return IntStream.range(0, shards)
        .mapToObj(shard -> TriggerPartition.finished(name, shard, alarm))
        .toList();
  }

  private static void requireFits(
      List<FieldViolation> found, Canary canary, int payloadBytesMax, Duration maxLifetime) {
    int bytes = canary.payload().bytes().length;
    if (bytes > payloadBytesMax) {
      found.add(
          new FieldViolation(
              "canary", bytes + " bytes", "at most payloadBytesMax, " + payloadBytesMax));
    }
    if (canary.deadline().compareTo(maxLifetime) > 0) {
      found.add(
          new FieldViolation(
              "canary.deadline", "" + canary.deadline(), "at most maxLifetime, " + maxLifetime));
    }
  }

  private static void requireText(List<FieldViolation> found, String field, String value) {
    if (value.length() > TEXT_CHARS_MAX) {
      found.add(new FieldViolation(field, value, "at most " + TEXT_CHARS_MAX + " characters"));
    }
  }

  private static void requireWithin(
      List<FieldViolation> found, String field, double value, double min, double max) {
    if (!(value >= min && value <= max)) {
      found.add(new FieldViolation(field, number(value), number(min) + " to " + number(max)));
    }
  }

  private static String number(double value) {
    return value == Math.rint(value) && !Double.isInfinite(value)
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static void requirePeriod(List<FieldViolation> found, String field, Duration value) {
    if (value.compareTo(Duration.ofSeconds(1)) < 0 || value.compareTo(PERIOD_MAX) > 0) {
      found.add(new FieldViolation(field, "" + value, "1 second to 10 years"));
    }
  }
}
