package dev.atf.model;

import java.time.Instant;

/**
 * Position of a task in the index.
 *
 * @param at time at which the alarm rings, to the millisecond; in lists that do not ring, the time
 *     at which the task finished
 */
public record Trigger(Alarm alarm, Instant at) {}
