package dev.atf.model;

import java.time.Instant;

/**
 * Place in the index of due associations.
 *
 * @param at when it rings, to the millisecond; in lists that do not ring, when the task finished
 */
public record Trigger(Alarm alarm, Instant at) {}
