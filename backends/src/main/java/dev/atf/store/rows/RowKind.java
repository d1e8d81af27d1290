package dev.atf.store.rows;

import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Kind of rows, as every engine needs it.
 *
 * @param key returns the key of a row, which is unique in its kind
 * @param isDeleted returns whether a row is marked as deleted
 */
public record RowKind<T>(Function<T, String> key, Predicate<T> isDeleted) {
  /** Creates a kind whose rows are never marked as deleted. */
  public RowKind(Function<T, String> key) {
    this(key, row -> false);
  }

  public String keyOf(T row) {
    return key.apply(row);
  }
}
