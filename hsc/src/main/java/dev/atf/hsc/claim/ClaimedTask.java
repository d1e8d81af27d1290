package dev.atf.hsc.claim;

import dev.atf.hsc.plans.JobInputs;
import dev.atf.model.TaskEntity;

/** Input of an attempt: the task's own entity, and what its job adds. */
record ClaimedTask(TaskEntity entity, JobInputs.Read job) {
  static ClaimedTask alone(TaskEntity entity) {
    return new ClaimedTask(entity, new JobInputs.Read.None());
  }
}
