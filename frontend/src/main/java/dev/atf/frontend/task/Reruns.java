package dev.atf.frontend.task;

import jakarta.inject.Inject;

/** Calls that have a task that has ended run again: as itself, or as a new one. */
public final class Reruns {
  private final Redrive redrive;
  private final Resubmission resubmission;

  @Inject
  Reruns(Redrive redrive, Resubmission resubmission) {
    this.redrive = redrive;
    this.resubmission = resubmission;
  }

  public Redrive redrive() {
    return redrive;
  }

  public Resubmission resubmission() {
    return resubmission;
  }
}
