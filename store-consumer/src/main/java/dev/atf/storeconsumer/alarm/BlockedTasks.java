package dev.atf.storeconsumer.alarm;

import dev.atf.model.task.Association;

/** Conditions that tasks wait for (ADR 0088). */
public interface BlockedTasks {
  /**
   * Returns whether a blocked task is to wait on: its condition is not clear, or is releasing those
   * that wait. Such a condition knows of the task afterwards.
   *
   * @throws dev.atf.store.StoreException if that is not known; then its alarm rings again
   */
  boolean waits(Association task);
}
