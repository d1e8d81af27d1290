package dev.atf.simulation.check;

import dev.atf.model.Association;
import dev.atf.model.history.TaskEvent;
import java.time.Instant;

/**
 * A transition that the store has applied.
 *
 * @param at by a right clock
 */
public record Change(Instant at, TaskEvent event, Association before, Association after) {}
