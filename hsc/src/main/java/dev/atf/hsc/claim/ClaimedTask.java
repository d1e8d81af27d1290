package dev.atf.hsc.claim;

import dev.atf.model.TaskEntity;

/** All that an attempt is given: what the task itself carries, and what its job adds. */
record ClaimedTask(TaskEntity entity, JobInputs.Read job) {
  static ClaimedTask alone(TaskEntity entity) {
    return new ClaimedTask(entity, new JobInputs.Read.None());
  }
}
