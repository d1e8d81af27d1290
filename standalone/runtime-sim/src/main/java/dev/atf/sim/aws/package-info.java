/** Store and queues in memory, with the worst permitted behaviour of DynamoDB and SQS. */
@NullMarked
package dev.atf.sim.aws;

import org.jspecify.annotations.NullMarked;
