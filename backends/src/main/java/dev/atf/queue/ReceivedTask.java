package dev.atf.queue;

import dev.atf.model.TaskRef;

/**
 * Reference that was received from a queue, and is hidden from other receivers for a while.
 *
 * @param receipt id of this delivery, with which the message is deleted or released
 */
public record ReceivedTask(TaskRef ref, String receipt) {}
