package dev.atf.model.transition;

import dev.atf.model.TaskRef;
import java.time.Instant;

/**
 * A lease that somebody saw ended without an outcome.
 *
 * @param until as it was seen: a heartbeat since then refuses the expiry
 * @param attempt that ran under it
 * @param deaths attempts in a row, with this one, of which nothing was heard
 */
public record EndedLease(TaskRef ref, Instant until, int attempt, int deaths) {}
