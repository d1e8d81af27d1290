package dev.atf.storeconsumer.alarm;

import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.TriggerEntry;
import dev.atf.storeconsumer.lambda.Shard;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Alarms of ended leases that may not be acted on now: their tasks are read again after a while,
 * and not in every round. A whole cluster's running tasks would otherwise be read every few seconds
 * just when the store comes back. Not thread-safe.
 */
public final class PostponedAlarms {
  /** Chosen: a few rounds, well below a lease. */
  public static final Duration FOR = Duration.ofSeconds(10);

  /** Chosen: about 20 MB; others are read in every round. */
  private static final int MAX = 100_000;

  private final MonotonicClock clock;
  private final Map<TriggerEntry, Long> since = new HashMap<>();

  PostponedAlarms(MonotonicClock clock) {
    this.clock = clock;
  }

  /** Forgets the alarms whose time is over; all of them, if leases may be ended again. */
  void begin(boolean mayEnd) {
    if (mayEnd) {
      since.clear();
    }
    since.values().removeIf(nanos -> clock.since(nanos).compareTo(FOR) >= 0);
  }

  void add(TriggerEntry alarm) {
    if (since.size() < MAX) {
      since.put(alarm, clock.nanos());
    }
  }

  /**
   * Returns alarms to look at in this turn: all that are not postponed, and the first of each
   * shard, which shows how the store does.
   *
   * @param seen the shards of which an alarm was looked at in this turn
   */
  List<TriggerEntry> withoutPostponed(
      Collection<Map.Entry<Shard, TriggerEntry>> alarms, Set<Shard> seen) {
    return alarms.stream()
        .filter(alarm -> seen.add(alarm.getKey()) || !since.containsKey(alarm.getValue()))
        .map(Map.Entry::getValue)
        .toList();
  }
}
