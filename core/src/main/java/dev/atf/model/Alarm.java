package dev.atf.model;

/**
 * Lists of the index that can contain a task. Alarms in the first three ring; the others are only
 * read.
 */
public enum Alarm {
  /** Push the task: it is due, and nothing can have been lost. */
  DUE,
  /** Read the task first: it was pushed or claimed, and something may have been lost. */
  CHECK,
  /**
   * Like {@link #DUE}, but behind a gate of the task's collection. The list is only read while the
   * gate is open.
   */
  HELD,
  /** Dead letters of the lambda: tasks that finally failed, and not at an operator's request. */
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
