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
   * Parses a state.
   *
   * @param otherwise state for an empty text
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

  /** Returns whether there is a separate list for each priority. */
  boolean isByPriority() {
    return this == PENDING || isOfChecks();
  }

  /** Returns whether tasks in this state are only in the lists of checks. */
  boolean isOfChecks() {
    return this == RUNNING || this == BLOCKED;
  }

  /** Returns whether tasks in this state may have ended. */
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

  /** Returns whether a task is a dead letter. A task that a gate dropped is not a dead letter. */
  private static boolean isDead(Association task) {
    return task.status() == TaskStatus.FATAL_FAILURE
        && !TaskCriteria.code(task).equals(FrameworkFailure.DROPPED.name());
  }
}
