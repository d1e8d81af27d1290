package dev.atf.frontend.bulk;

import dev.atf.frontend.task.Redrive;
import dev.atf.frontend.task.RedriveDecision;
import dev.atf.frontend.task.TaskCriteria;
import dev.atf.model.task.Association;

/** Redrive of dead letters. One that does not match any more when it is changed is left alone. */
record Redriving(Redrive redrive, TaskCriteria criteria, RedriveDecision decision)
    implements TaskOperation {
  @Override
  public boolean isOfEnded() {
    return true;
  }

  @Override
  public boolean apply(Association task) {
    return redrive.redrive(task, decision, criteria::matches);
  }

  @Override
  public boolean wouldApply(Association task) {
    redrive.check(task, decision);
    return true;
  }
}
