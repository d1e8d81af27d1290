package dev.atf.model.task;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;

/**
 * Receiver of notices.
 *
 * @param lambda lambda that runs the notices
 * @param contents id of the entity with the common part of the payloads
 */
public record NoticeTarget(LambdaName lambda, Priority priority, TaskId contents) {
  /** Returns this receiver with other contents. */
  public NoticeTarget at(TaskId others) {
    return new NoticeTarget(lambda, priority, others);
  }
}
