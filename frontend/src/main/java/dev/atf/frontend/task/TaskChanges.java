package dev.atf.frontend.task;

import jakarta.inject.Inject;

/** Changes that clients make to tasks, one at a time or many. */
public final class TaskChanges {
  private final Cancellation cancellation;
  private final Rescheduling rescheduling;
  private final Redrive redrive;
  private final Resubmission resubmission;

  @Inject
  TaskChanges(
      Cancellation cancellation,
      Rescheduling rescheduling,
      Redrive redrive,
      Resubmission resubmission) {
    this.cancellation = cancellation;
    this.rescheduling = rescheduling;
    this.redrive = redrive;
    this.resubmission = resubmission;
  }

  public Cancellation cancellation() {
    return cancellation;
  }

  public Rescheduling rescheduling() {
    return rescheduling;
  }

  public Redrive redrive() {
    return redrive;
  }

  public Resubmission resubmission() {
    return resubmission;
  }
}
