package dev.atf.hsc.call;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.ClaimTask;

/** Parses the attempts of checked requests. */
public final class Attempts {
  private Attempts() {}

  /** Returns the attempt that a claim would start. */
  public static Attempt of(ClaimTask task) {
    return of(task.getTaskId(), task.getEpoch(), task.getClaimId());
  }

  /** Returns the attempt that a request names. */
  public static Attempt of(AttemptRef ref) {
    return of(ref.getTaskId(), ref.getEpoch(), ref.getClaimId());
  }

  private static Attempt of(String taskId, long epoch, String claimId) {
    return new Attempt(new TaskRef(new TaskId(taskId), epoch), new ClaimId(claimId));
  }
}
