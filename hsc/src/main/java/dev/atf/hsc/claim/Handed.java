package dev.atf.hsc.claim;

import dev.atf.model.TaskEntity;

/** All that an attempt is given: what the task itself carries, and what its job adds. */
record Handed(TaskEntity entity, JobInputs.Read job) {
  static Handed alone(TaskEntity entity) {
    return new Handed(entity, new JobInputs.Read.None());
  }
}
