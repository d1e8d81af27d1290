package dev.atf.store.embedded.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes that are not in the log yet, in order, numbered from 1. Readers of their keys find them
 * here. Thread-safe.
 */
final class PendingWrites {
  private final Map<Key, Changes.Entry> latest = new ConcurrentHashMap<>();
  private List<Changes.Entry> waiting = new ArrayList<>();
  private long added;

  /**
   * Writes that are added to the log together.
   *
   * @param last number of the last write
   */
  record Batch(List<Changes.Entry> entries, long last) {}

  @SuppressWarnings("ArrayRecordComponent") // compared by its content
  private record Key(byte[] bytes) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }
  }

  /**
   * Adds a write.
   *
   * @return number of the write
   */
  synchronized long add(Changes changes) {
    for (var entry : changes.entries()) {
      waiting.add(entry);
      latest.put(new Key(entry.key()), entry);
    }
    return ++added;
  }

  /** Returns the number of the last write, which may already be in the log. */
  synchronized long last() {
    return added;
  }

  /** Takes all waiting writes. Readers find them until {@link #written}. */
  synchronized Batch take() {
    var taken = waiting;
    waiting = new ArrayList<>();
    return new Batch(taken, added);
  }

  /** Removes writes that are in the log now, except for keys that were changed again. */
  void written(Batch batch) {
    batch.entries().forEach(entry -> latest.remove(new Key(entry.key()), entry));
  }

  /** Returns the latest pending change of a key. */
  Optional<Changes.Entry> find(byte[] key) {
    return latest.isEmpty() ? Optional.empty() : Optional.ofNullable(latest.get(new Key(key)));
  }
}
