package dev.atf.simulation.check;

import dev.atf.model.TaskId;

/**
 * A handler at work, as its process saw it.
 *
 * @param process that it ran in
 * @param epoch of the work that was handed out
 */
public record Execution(String process, TaskId taskId, long epoch, int attempt, String claimId) {}
