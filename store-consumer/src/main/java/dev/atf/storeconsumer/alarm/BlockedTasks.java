package dev.atf.storeconsumer.alarm;

import dev.atf.model.task.Association;

/** Conditions that tasks wait for (ADR 0088). */
public interface BlockedTasks {
  /**
   * Returns whether a blocked task has to wait longer, because its condition is not clear or is
   * releasing the waiting tasks. Afterwards, such a condition has recorded the task.
   *
   * @throws dev.atf.store.StoreException if that is unknown; its alarm then rings again
   */
  boolean waits(Association task);
}
