package dev.atf.hsc.claim;

import dev.atf.model.task.TaskEntity;
import dev.atf.protocol.v1.Work;
import java.time.Instant;
import java.util.Optional;

/** Inputs of a task in addition to its payload, from the plan that created the task. */
public interface WorkInputs {
  /** Inputs of a task that has none. */
  Work NONE = Work.getDefaultInstance();

  /**
   * Reads the inputs of a task that is about to be claimed.
   *
   * @param task contents of the task, with its own header
   * @param now time of the claim
   * @return the fields of the work that contain the inputs; empty if inputs and payload together
   *     exceed the limit of a task
   * @throws dev.atf.store.StoreException if the inputs cannot be read now
   */
  Optional<Work> of(TaskEntity task, Instant now);
}
