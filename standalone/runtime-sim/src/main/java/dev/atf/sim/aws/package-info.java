/** Store and queues in memory that do what DynamoDB and SQS do at their worst. */
@NullMarked
package dev.atf.sim.aws;

import org.jspecify.annotations.NullMarked;
