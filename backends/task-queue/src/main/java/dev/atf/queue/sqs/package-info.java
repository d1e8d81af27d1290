/** The queues on SQS, or on anything that speaks its JSON protocol. */
@NullMarked
package dev.atf.queue.sqs;

import org.jspecify.annotations.NullMarked;
