package dev.atf.model;

import java.time.Instant;

/**
 * Place in the index of due associations.
 *
 * @param at when it rings, to the millisecond; when it finished, in the lists that do not ring
 */
public record Trigger(Alarm alarm, Instant at) {}
