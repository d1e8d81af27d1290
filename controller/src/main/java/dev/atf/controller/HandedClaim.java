package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.Work;

/** Claim that an executor was handed. */
record HandedClaim(LambdaName lambda, AttemptRef ref, int attempt) {
  static HandedClaim of(LambdaName lambda, Work work) {
    return new HandedClaim(
        lambda,
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
