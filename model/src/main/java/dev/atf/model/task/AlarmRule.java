package dev.atf.model.task;

/** Time of the next look at a task after a change. */
public enum AlarmRule {
  AT_DUE("scheduled_at (`DUE`)"),
  ENQUEUE_TIMEOUT("now + enqueueTimeout (`CHECK`)"),
  DOUBLED("now + enqueueTimeout × 2, 4, … capped (`CHECK`)"),
  SOON("now + jitter (`CHECK`)"),
  KEPT("as it was; not later than the lease"),
  LEASE_UNTIL("lease_until (`CHECK`)"),
  HELD("as it was, in the list of its collection (`HELD`)"),
  DUE_OR_HELD("scheduled_at (`DUE`, or `HELD` behind the gate of its collection)"),
  OF_ITS_KEY("none: its ordering key rings for it"),
  NOW("now (`DUE`)"),
  RETRY_AT("retry_at (`DUE`)"),
  CHILDREN("now (`CHECK`), until its children are made"),
  NONE("none, or the dead / done list");

  private final String description;

  AlarmRule(String description) {
    this.description = description;
  }

  public String description() {
    return description;
  }
}
