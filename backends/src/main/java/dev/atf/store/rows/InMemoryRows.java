package dev.atf.store.rows;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows in memory. The list of all rows is only built again after a change. Thread-safe. */
public final class InMemoryRows<T> implements Rows<T> {
  private final RowKind<T> kind;
  private final TreeMap<String, T> rows = new TreeMap<>();
  private @Nullable List<T> listed;

  public InMemoryRows(RowKind<T> kind) {
    this.kind = kind;
  }

  @Override
  public synchronized Optional<T> find(String key) {
    return Optional.ofNullable(rows.get(key)).filter(row -> !kind.isDeleted().test(row));
  }

  @Override
  public synchronized List<T> list() {
    var known = listed;
    if (known == null) {
      known = List.copyOf(rows.values());
      listed = known;
    }
    return known;
  }

  /** Returns whether this row is stored, exactly as it is here. */
  public synchronized boolean contains(T row) {
    return row.equals(rows.get(kind.keyOf(row)));
  }

  @Override
  public synchronized boolean put(T row, Optional<T> expected) {
    if (!find(kind.keyOf(row)).equals(expected)) {
      return false;
    }
    set(row);
    return true;
  }

  @Override
  public synchronized void set(T row) {
    rows.put(kind.keyOf(row), row);
    listed = null;
  }

  @Override
  public synchronized boolean delete(T expected) {
    if (!contains(expected)) {
      return false;
    }
    remove(expected);
    return true;
  }

  /** Deletes whatever is stored under the key of a row. */
  public synchronized void remove(T row) {
    rows.remove(kind.keyOf(row));
    listed = null;
  }
}
