package dev.atf.storeconsumer.plans;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Bounded map. When it is full, a new key replaces one whose value is stale; if there is none, the
 * new key is not kept. Otherwise, keys that are used in turn could evict each other if they do not
 * all fit, and no key would ever be found. Thread-safe.
 */
final class RecentValues<K, V> {
  private final int max;
  private final Duration staleAfter;

  /** Entries in the order in which they were put. */
  private final Map<K, Entry<V>> entries = new LinkedHashMap<>();

  private record Entry<V>(V value, Instant putAt) {}

  /**
   * Creates an empty map.
   *
   * @param staleAfter time after its put at which a value may be dropped
   */
  RecentValues(int max, Duration staleAfter) {
    this.max = max;
    this.staleAfter = staleAfter;
  }

  synchronized Optional<V> find(K key) {
    return Optional.ofNullable(entries.get(key)).map(Entry::value);
  }

  /**
   * Puts a value.
   *
   * @return false if the map was full
   */
  synchronized boolean put(K key, V value, Instant now) {
    entries.remove(key);
    if (entries.size() >= max) {
      var eldest = entries.entrySet().iterator();
      // After the clock was set back, values may be from a time ahead.
      var age = Duration.between(eldest.next().getValue().putAt, now).abs();
      if (age.compareTo(staleAfter) <= 0) {
        return false;
      }
      eldest.remove();
    }
    entries.put(key, new Entry<>(value, now));
    return true;
  }

  synchronized void remove(K key) {
    entries.remove(key);
  }
}
