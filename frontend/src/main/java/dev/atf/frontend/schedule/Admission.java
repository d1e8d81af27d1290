package dev.atf.frontend.schedule;

import com.google.rpc.Status;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.TaskEntity;
import java.util.Optional;

/** Decision whether a requested task may be written. */
sealed interface Admission {
  /**
   * The task may be written.
   *
   * @param lambda of the task
   * @param notice contents of the notice that it asks for
   */
  record Admitted(LambdaDefinition lambda, TaskEntity entity, Optional<TaskEntity> notice)
      implements Admission {
    Admitted(LambdaDefinition lambda, TaskEntity entity) {
      this(lambda, entity, Optional.empty());
    }
  }

  /**
   * The rate is used up, and only a repetition of an earlier request is answered.
   *
   * @param lambda of the task
   * @param otherwise the refusal of anything else
   */
  record OnlyIfKnown(LambdaDefinition lambda, TaskEntity entity, Status otherwise)
      implements Admission {}

  /**
   * The request is refused today, and answered if it repeats one that was accepted when other
   * settings, or an earlier time, were in force.
   *
   * @param otherwise the refusal of anything else
   */
  record OnlyIfRepeated(Key key, Status otherwise) implements Admission {}

  record Refused(Status status) implements Admission {}

  /**
   * Idempotency key of a request.
   *
   * @param taskId the task's id in every request with it
   * @param fingerprint of this request
   */
  record Key(TaskId taskId, String fingerprint) {}
}
