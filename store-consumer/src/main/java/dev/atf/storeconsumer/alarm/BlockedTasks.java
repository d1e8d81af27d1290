package dev.atf.storeconsumer.alarm;

import dev.atf.model.task.Association;

/** Conditions for which tasks wait (ADR 0088). */
public interface BlockedTasks {
  /**
   * Returns whether a blocked task must wait longer, because its condition has not cleared or is
   * releasing the waiting tasks. It also registers the task with such a condition.
   *
   * @throws dev.atf.store.StoreException if that is unknown; the alarm of the task then rings again
   */
  boolean waits(Association task);
}
