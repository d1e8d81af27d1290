package dev.atf.model.task;

import dev.atf.model.TaskRef;
import java.time.Instant;

/**
 * Lease that has ended without an outcome.
 *
 * @param until end of the lease as it was read; a later heartbeat makes the expiry fail
 * @param attempt number of the attempt that ran under it
 * @param deaths number of consecutive attempts, including this one, that ended without a report
 *     from their executors
 */
public record EndedLease(TaskRef ref, Instant until, int attempt, int deaths) {}
