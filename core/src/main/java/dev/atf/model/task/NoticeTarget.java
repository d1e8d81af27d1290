package dev.atf.model.task;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;

/**
 * Receiver of notices.
 *
 * @param lambda runs the notices
 * @param contents entity with the common part of the payloads of its notices
 */
public record NoticeTarget(LambdaName lambda, Priority priority, TaskId contents) {
  /** Returns the same receiver with other contents. */
  public NoticeTarget at(TaskId others) {
    return new NoticeTarget(lambda, priority, others);
  }
}
