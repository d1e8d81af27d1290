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
   * @param task its contents under its own header
   * @param now time of the claim
   * @return the fields of its work that hold them; empty if they exceed, with the payload, the
   *     limit of a task
   * @throws dev.atf.store.StoreException if they cannot be read now
   */
  Optional<Work> of(TaskEntity task, Instant now);
}
