package dev.atf.frontend.bulk;

import dev.atf.frontend.task.Resubmission;
import dev.atf.model.task.Association;
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
    return resubmission
        .resubmit(task, request.toBuilder().setIdempotencyKey(key(task)).build())
        .created();
  }

  @Override
  public boolean wouldApply(Association task) {
    resubmission.check(task);
    return !resubmission.isMade(task, key(task));
  }

  private static String key(Association task) {
    return "resubmit " + task.taskId() + " " + task.epoch();
  }
}
