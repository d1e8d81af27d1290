package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import java.time.Instant;

/**
 * Schedule call that was acknowledged.
 *
 * @param key the client's idempotency key of this request
 * @param notBefore the time that it was scheduled for
 */
public record Promise(Instant at, TaskId taskId, String key, Instant notBefore) {}
