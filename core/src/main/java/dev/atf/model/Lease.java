package dev.atf.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * Claim as it is stored.
 *
 * @param until exclusive end; later than the end that the executor uses (law 4)
 * @param notesSequence number of the latest notes that a heartbeat of this claim carried; 0 before
 *     the first
 * @param alone whether the executor has reported that it runs only this attempt (ADR 0040)
 */
@RecordBuilder
public record Lease(
    ClaimId claimId, ExecutorId owner, Instant until, long notesSequence, boolean alone)
    implements LeaseBuilder.With {
  /** Creates the lease of a new claim, before any heartbeat. */
  public Lease(ClaimId claimId, ExecutorId owner, Instant until) {
    this(claimId, owner, until, 0, false);
  }
}
