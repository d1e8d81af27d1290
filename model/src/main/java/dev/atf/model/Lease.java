package dev.atf.model;

import java.time.Instant;

/**
 * A claim as the store holds it.
 *
 * @param until exclusive end; longer than the executor's own (law 4)
 */
public record Lease(ClaimId claimId, ExecutorId owner, Instant until) {}
