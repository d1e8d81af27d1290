package dev.atf.queue;

import dev.atf.model.TaskRef;

/**
 * Reference that was received from a queue, and is hidden from other receivers for a while.
 *
 * @param receipt names this delivery, to delete or release the message
 */
public record ReceivedTask(TaskRef ref, String receipt) {}
