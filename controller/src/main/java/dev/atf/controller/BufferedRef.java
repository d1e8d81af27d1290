package dev.atf.controller;

import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;

/**
 * A received reference that nobody has claimed yet.
 *
 * @param receivedAt time on the monotonic clock
 */
record BufferedRef(QueueName queue, ReceivedTask message, long receivedAt) {}
