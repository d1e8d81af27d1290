package dev.atf.simulation.check;

import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEvent;
import java.time.Instant;

/**
 * Transition that the store has applied.
 *
 * @param at time by a correct clock
 */
public record ObservedChange(Instant at, TaskEvent event, Association before, Association after) {}
