/** Queues on SQS, or on any service with its JSON protocol. */
@NullMarked
package dev.atf.queue.sqs;

import org.jspecify.annotations.NullMarked;
