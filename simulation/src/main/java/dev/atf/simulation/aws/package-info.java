/** Store and queues in memory that do what DynamoDB and SQS do at their worst. */
@NullMarked
package dev.atf.simulation.aws;

import org.jspecify.annotations.NullMarked;
