package dev.atf.controller.death;

import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.Work;

/** One claim that an executor was handed. */
record HandedClaim(AttemptRef ref, int attempt) {
  static HandedClaim of(Work work) {
    return new HandedClaim(
        AttemptRef.newBuilder()
            .setTaskId(work.getTaskId())
            .setEpoch(work.getEpoch())
            .setClaimId(work.getClaimId())
            .build(),
        work.getAttempt());
  }

  String claimId() {
    return ref.getClaimId();
  }
}
