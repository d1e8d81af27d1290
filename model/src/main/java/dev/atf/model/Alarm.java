package dev.atf.model;

/** Lists of the index in which a task can stand. The first three ring; the others are only read. */
public enum Alarm {
  /** Push the task: its time has come, and nothing can have been lost. */
  DUE,
  /** Look at the task first: it was pushed or claimed, and something may have been lost. */
  CHECK,
  /** Like {@link #DUE}, behind a gate of its collection: looked at only while that is open. */
  HELD,
  /** Dead letters of the lambda: failed for good, and not at an operator's request. */
  DEAD,
  /** Other finished tasks of the lambda: those that it keeps, and those that a gate dropped. */
  DONE;

  public boolean rings() {
    return this == DUE || this == CHECK || this == HELD;
  }
}
