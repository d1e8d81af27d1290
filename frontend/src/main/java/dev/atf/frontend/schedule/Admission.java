package dev.atf.frontend.schedule;

import com.google.rpc.Status;
import dev.atf.model.TaskEntity;

/** Decision whether a requested task may be written. */
sealed interface Admission {
  /** The task is admitted, and counted against its lambda's rate. */
  record Admitted(TaskEntity entity) implements Admission {}

  /**
   * The rate is used up, and only a repetition of an earlier request is answered.
   *
   * @param otherwise the refusal of anything else
   */
  record OnlyIfKnown(TaskEntity entity, Status otherwise) implements Admission {}

  /**
   * The request is refused today, and answered if it repeats one that was accepted.
   *
   * @param otherwise the refusal of anything else
   */
  record OnlyIfRepeated(Validated.Key key, Status otherwise) implements Admission {}

  record Refused(Status status) implements Admission {}
}
