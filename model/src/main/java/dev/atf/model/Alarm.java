package dev.atf.model;

/** Which list of the index a task stands in. The first three ring; the others can only be read. */
public enum Alarm {
  /** Push it when the time has come: nothing else can be the matter. */
  DUE,
  /** Look at it first: it was pushed or claimed, and something may have been lost. */
  CHECK,
  /** As {@link #DUE}, behind a gate of its collection: looked at only while that is open. */
  HELD,
  /** The lambda's dead letters: what failed for good, and not at an operator's request. */
  DEAD,
  /** The lambda's other finished tasks: those that it keeps, and those that a gate dropped. */
  DONE;

  public boolean rings() {
    return this == DUE || this == CHECK || this == HELD;
  }
}
