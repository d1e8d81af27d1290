package dev.atf.model;

/**
 * List of the index that can contain a task. Alarms in the first three lists ring; the other lists
 * are only read.
 */
public enum Alarm {
  /** Tasks that are due. They are pushed without a check, because nothing can have been lost. */
  DUE,
  /**
   * Tasks that were pushed or claimed. They are read first, because something may have been lost.
   */
  CHECK,
  /** Due tasks behind a gate of their collection. The list is only read while the gate is open. */
  HELD,
  /**
   * Dead letters of the lambda: tasks that have failed permanently, except those that a gate
   * dropped.
   */
  DEAD,
  /**
   * Other finished tasks of the lambda: those that its settings keep, and those that a gate
   * dropped.
   */
  DONE;

  public boolean rings() {
    return this == DUE || this == CHECK || this == HELD;
  }
}
