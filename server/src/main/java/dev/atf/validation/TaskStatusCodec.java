package dev.atf.validation;

import dev.atf.model.TaskStatus;

/** Converts the status of a task to its protocol form. */
public final class TaskStatusCodec {
  private TaskStatusCodec() {}

  public static dev.atf.protocol.v1.TaskStatus proto(TaskStatus status) {
    return switch (status) {
      case NEW -> dev.atf.protocol.v1.TaskStatus.NEW;
      case ENQUEUED -> dev.atf.protocol.v1.TaskStatus.ENQUEUED;
      case CLAIMED -> dev.atf.protocol.v1.TaskStatus.CLAIMED;
      case PROCESSING -> dev.atf.protocol.v1.TaskStatus.PROCESSING;
      case RETRIABLE_FAILURE -> dev.atf.protocol.v1.TaskStatus.RETRIABLE_FAILURE;
      case BLOCKED -> dev.atf.protocol.v1.TaskStatus.BLOCKED;
      case SUCCESS -> dev.atf.protocol.v1.TaskStatus.SUCCESS;
      case FATAL_FAILURE -> dev.atf.protocol.v1.TaskStatus.FATAL_FAILURE;
      case CANCELLED -> dev.atf.protocol.v1.TaskStatus.CANCELLED;
    };
  }
}
