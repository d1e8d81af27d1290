package dev.atf.store.embedded.database;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes of one write, which applies all or none of them. If several changes have the same key,
 * the last one applies.
 */
public final class Changes {
  /**
   * One change.
   *
   * @param value null if the key is removed
   */
  @SuppressWarnings("ArrayRecordComponent") // two are equal only if they are the same
  record Entry(byte[] key, byte @Nullable [] value) {}

  private final List<Entry> entries = new ArrayList<>();

  public static Changes put(byte[] key, byte[] value) {
    return new Changes().andPut(key, value);
  }

  public static Changes delete(byte[] key) {
    return new Changes().andDelete(key);
  }

  public Changes andPut(byte[] key, byte[] value) {
    entries.add(new Entry(key, value));
    return this;
  }

  public Changes andDelete(byte[] key) {
    entries.add(new Entry(key, null));
    return this;
  }

  public void clear() {
    entries.clear();
  }

  public int count() {
    return entries.size();
  }

  List<Entry> entries() {
    return entries;
  }
}
