package dev.atf.model;

/**
 * Identifiers under which an executor runs a task. Every heartbeat and result carries all of them.
 *
 * @param ref the task and its epoch
 * @param claimId the hand-out that won the epoch
 */
public record Attempt(TaskRef ref, ClaimId claimId) {
  public TaskId taskId() {
    return ref.taskId();
  }

  public long epoch() {
    return ref.epoch();
  }
}
