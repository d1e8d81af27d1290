package dev.atf.model;

/** Which list of the index a task stands in. The first two ring; the others can only be read. */
public enum Alarm {
  /** Push it when the time has come: nothing else can be the matter. */
  DUE,
  /** Look at it first: it was pushed or claimed, and something may have been lost. */
  CHECK,
  /** The lambda's dead letters. */
  DEAD,
  /** The lambda's other finished tasks, when it keeps them. */
  DONE;

  public boolean rings() {
    return this == DUE || this == CHECK;
  }
}
