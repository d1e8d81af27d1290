package dev.atf.frontend;

import com.google.rpc.Status;
import dev.atf.model.TaskEntity;

/** What came of looking at one Schedule request. */
sealed interface Validated {
  record Valid(TaskEntity entity) implements Validated {}

  /**
   * @param status names everything that is wrong
   */
  record Refused(Status status) implements Validated {}
}
