package dev.atf.controller;

import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;

/**
 * Received reference that is not claimed yet.
 *
 * @param receivedAt time of receipt on the monotonic clock
 */
record BufferedRef(QueueName queue, ReceivedTask message, long receivedAt) {}
