package dev.atf.model;

/**
 * Identity of one attempt. Every heartbeat and result contains all of it.
 *
 * @param ref task and epoch
 * @param claimId claim that was granted for the epoch
 */
public record Attempt(TaskRef ref, ClaimId claimId) {
  public TaskId taskId() {
    return ref.taskId();
  }

  public long epoch() {
    return ref.epoch();
  }
}
