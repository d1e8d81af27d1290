/**
 * The real services under much work: virtual time, DynamoDB's and SQS's limits and latencies, and
 * no faults but one. What is measured is the protocol; processors are infinitely fast.
 */
@NullMarked
package dev.atf.simulation.scale;

import org.jspecify.annotations.NullMarked;
