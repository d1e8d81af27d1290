package dev.atf.model;

import java.time.Instant;

/**
 * A claim as the store holds it.
 *
 * @param until exclusive end; longer than the executor's own (law 4)
 * @param notesSequence of the latest notes of this claim that a heartbeat brought; 0 before them
 */
public record Lease(ClaimId claimId, ExecutorId owner, Instant until, long notesSequence) {
  /** Of a claim that has said nothing yet. */
  public Lease(ClaimId claimId, ExecutorId owner, Instant until) {
    this(claimId, owner, until, 0);
  }
}
