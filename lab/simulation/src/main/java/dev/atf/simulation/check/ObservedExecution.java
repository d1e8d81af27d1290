package dev.atf.simulation.check;

import dev.atf.model.TaskId;

/**
 * ObservedExecution of a handler, as its process saw it.
 *
 * @param process name of the process that it ran in
 * @param epoch of the work that was handed out
 */
public record ObservedExecution(
    String process, TaskId taskId, long epoch, int attempt, String claimId) {}
