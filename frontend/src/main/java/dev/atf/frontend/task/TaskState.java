package dev.atf.frontend.task;

import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.task.Association;

/** State by which clients select tasks. */
public enum TaskState {
  PENDING,
  RUNNING,
  BLOCKED,
  WAITING,
  DEAD,
  DONE,
  ANY;

  static final String EXPECTED = "pending, running, blocked, waiting, dead, done or any";

  /**
   * @param otherwise meaning of an empty text
   */
  static TaskState of(String text, TaskState otherwise) {
    return switch (text) {
      case "" -> otherwise;
      case "pending" -> PENDING;
      case "running" -> RUNNING;
      case "blocked" -> BLOCKED;
      case "waiting" -> WAITING;
      case "dead" -> DEAD;
      case "done" -> DONE;
      case "any" -> ANY;
      default -> throw new InvalidFieldException("state", text, EXPECTED);
    };
  }

  /** Returns whether its lists are apart by priority. */
  boolean isByPriority() {
    return this == PENDING || isOfChecks();
  }

  /** Returns whether its tasks stand among the checks alone. */
  boolean isOfChecks() {
    return this == RUNNING || this == BLOCKED;
  }

  /** Returns whether tasks in it may have ended. */
  public boolean isOfEnded() {
    return this == DEAD || this == DONE || this == ANY;
  }

  boolean holds(Association task) {
    var status = task.status();
    return switch (this) {
      case PENDING -> !status.finished();
      case RUNNING -> status.running();
      case BLOCKED -> status == TaskStatus.BLOCKED;
      case WAITING -> task.waits();
      case DEAD -> isDead(task);
      case DONE -> status.finished() && !isDead(task);
      case ANY -> true;
    };
  }

  /** A task that a gate dropped is no dead letter. */
  private static boolean isDead(Association task) {
    return task.status() == TaskStatus.FATAL_FAILURE
        && !TaskCriteria.code(task).equals(FrameworkFailure.DROPPED.name());
  }
}
