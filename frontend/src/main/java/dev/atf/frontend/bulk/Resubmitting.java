package dev.atf.frontend.bulk;

import dev.atf.frontend.task.Resubmission;
import dev.atf.model.Association;
import dev.atf.protocol.v1.ResubmitTaskRequest;

/**
 * Resubmission of tasks that have ended, each outcome once: the new task's idempotency key is of
 * the old one and its epoch, so that a run that is begun again does the rest.
 */
record Resubmitting(Resubmission resubmission, ResubmitTaskRequest request)
    implements TaskOperation {
  @Override
  public boolean isOfEnded() {
    return true;
  }

  @Override
  public boolean apply(Association task) {
    var key = "resubmit " + task.taskId() + " " + task.epoch();
    return resubmission
        .resubmit(task, request.toBuilder().setIdempotencyKey(key).build())
        .created();
  }

  @Override
  public boolean wouldApply(Association task) {
    return task.status().finished();
  }
}
