package dev.atf.queue;

import dev.atf.model.TaskRef;

/**
 * A message out of sight of other receivers.
 *
 * @param receipt names this delivery for deletion and release
 */
public record ReceivedTask(TaskRef ref, String receipt) {}
