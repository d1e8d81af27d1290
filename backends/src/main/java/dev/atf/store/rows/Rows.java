package dev.atf.store.rows;

import java.util.List;
import java.util.Optional;

/**
 * Definitions of one kind. There are a few hundred at most, so all of them are read together. A
 * kind may mark rows as deleted: such a row is listed, but not found, and it can be created again.
 */
public interface Rows<T> {
  /** Finds a row that is not marked as deleted. The read is strongly consistent. */
  Optional<T> find(String key);

  /**
   * Returns all rows in the order of their keys. The read is strongly consistent. Rows that this
   * version cannot read are left out.
   */
  List<T> list();

  /**
   * Creates or replaces a row.
   *
   * @param expected stored row as the caller has read it; empty if none was found
   * @return false if the stored one differs from {@code expected}, so that nothing was written
   */
  boolean put(T row, Optional<T> expected);

  /**
   * Returns whether a row that this version cannot read is stored under the key of {@code row}, and
   * counts as absent.
   */
  default boolean isUnreadable(T row) {
    return false;
  }

  /** Creates or replaces a row, whatever is stored under its key. */
  void set(T row);

  /**
   * Deletes a row.
   *
   * @return false if the stored one differs from {@code expected}, so that nothing was deleted
   */
  boolean delete(T expected);
}
