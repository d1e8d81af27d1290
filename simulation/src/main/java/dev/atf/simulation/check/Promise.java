package dev.atf.simulation.check;

import dev.atf.model.TaskId;
import java.time.Instant;

/**
 * A Schedule that was acknowledged.
 *
 * @param key the client's, for this one wish
 * @param notBefore the time that it was scheduled for
 */
public record Promise(Instant at, TaskId taskId, String key, Instant notBefore) {}
