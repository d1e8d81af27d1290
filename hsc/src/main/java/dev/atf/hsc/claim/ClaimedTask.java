package dev.atf.hsc.claim;

import dev.atf.model.task.TaskEntity;
import dev.atf.protocol.v1.Work;
import java.util.Optional;

/**
 * Input of an attempt.
 *
 * @param inputs fields of its work besides those of the entity; empty if they are too large
 */
record ClaimedTask(TaskEntity entity, Optional<Work> inputs) {
  static ClaimedTask alone(TaskEntity entity) {
    return new ClaimedTask(entity, Optional.of(WorkInputs.NONE));
  }
}
