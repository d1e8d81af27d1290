package dev.atf.frontend.schedule;

import com.google.rpc.Status;
import dev.atf.model.TaskEntity;
import dev.atf.model.TaskId;
import java.util.Optional;

/** Result of validating one Schedule request. */
sealed interface Validated {
  record Valid(TaskEntity entity) implements Validated {}

  /**
   * @param status names all violations
   * @param key of the request, if it has one that can be read; a refused request may repeat one
   *     that was accepted when other settings, or an earlier time, were in force
   */
  record Refused(Status status, Optional<Key> key) implements Validated {}

  /**
   * @param taskId the task's id in every request with this idempotency key
   * @param fingerprint of this request
   */
  record Key(TaskId taskId, String fingerprint) {}
}
