package dev.atf.storeconsumer.release;

import dev.atf.model.Alarm;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.runtime.loop.Pool;
import dev.atf.store.TriggerIndex;
import dev.atf.storeconsumer.lambda.Shard;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Selects the lists of groups of fairness keys that are worth reading now (ADR 0080): those that
 * were written to lately, had a task when they were read lately, or are known to have one that is
 * due soon. Each of all groups is looked into now and then, so that none is forgotten, whatever the
 * store's hints say. Of the loop's thread alone.
 */
@Singleton
public final class GroupLists {
  private static final Logger log = LoggerFactory.getLogger(GroupLists.class);

  /** Chosen: three times as long as the store may keep a hint to itself. */
  public static final Duration READ_FOR = Duration.ofSeconds(30);

  /** Chosen: 1.7 reads a second of each shard; a task whose hint was lost is late by as much. */
  public static final Duration SWEPT_EVERY = Duration.ofMinutes(10);

  private final TriggerIndex index;
  private final PollSettings settings;
  private final ConsumerMetrics metrics;
  private final Map<TriggerPartition, ShardGroups> groups = new ConcurrentHashMap<>();
  private Instant readAt = Instant.MIN;
  private List<DueList> lists = List.of();

  @Inject
  public GroupLists(TriggerIndex index, PollSettings settings, ConsumerMetrics metrics) {
    this.index = index;
    this.settings = settings;
    this.metrics = metrics;
  }

  /**
   * Returns the lists, as they were selected in this round.
   *
   * @param open shards whose gates are open
   */
  List<DueList> of(Collection<Shard> open, Instant now, Pool threads) {
    var age = Duration.between(readAt, now);
    if (age.isNegative() || age.compareTo(settings.interval()) >= 0) {
      readAt = now;
      lists =
          select(
              open.stream().filter(shard -> shard.lambda().fairness() != null).toList(),
              now,
              threads);
      metrics.groups(lists.size());
    }
    var still = new HashSet<>(open);
    return lists.stream().filter(list -> still.contains(list.shard())).toList();
  }

  /** Notes that a list had a task. */
  void hadTask(DueList list, Instant now) {
    var known = groups.get(list.shard().due());
    if (known != null && !list.group().isNone()) {
      known.read(list.group(), now.plus(READ_FOR));
    }
  }

  private List<DueList> select(List<Shard> shared, Instant now, Pool threads) {
    groups.keySet().retainAll(shared.stream().map(Shard::due).toList());
    return threads.map(shared, shard -> select(shard, now)).stream()
        .flatMap(Collection::stream)
        .toList();
  }

  private List<DueList> select(Shard shard, Instant now) {
    var known = groups.computeIfAbsent(shard.due(), due -> new ShardGroups(now));
    try {
      known.changed(
          index.groups(shard.lambda().name(), shard.priority(), shard.number()),
          now,
          now.plus(READ_FOR));
      for (var group : known.toBeLookedInto(now, SWEPT_EVERY)) {
        known.lookedInto(group, window(shard, group, now));
      }
    } catch (RuntimeException e) {
      metrics.pollFailed(Alarm.DUE);
      log.warn("partition={} groups could not be read: {}", shard.due(), e.toString());
    }
    return known.open(now).stream().map(group -> new DueList(shard, null, group)).toList();
  }

  /** Looks for the first task of a group, as far ahead as until it is looked into again. */
  private ShardGroups.Window window(Shard shard, KeyGroup group, Instant now) {
    var partition =
        TriggerPartition.due(shard.lambda().name(), shard.priority(), shard.number(), group);
    var until = now.plus(SWEPT_EVERY.multipliedBy(2)).truncatedTo(ChronoUnit.MILLIS);
    return index.read(partition, until, 1, Optional.empty()).entries().stream()
        .findFirst()
        .map(
            first ->
                new ShardGroups.Window(
                    first.triggerAt().minus(settings.lookAhead()).minus(settings.interval()),
                    (first.triggerAt().isAfter(now) ? first.triggerAt() : now).plus(READ_FOR)))
        .orElse(ShardGroups.Window.CLOSED);
  }
}
