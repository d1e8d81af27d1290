/**
 * The real services under high load: virtual time, DynamoDB's and SQS's limits and latencies, and
 * only one kind of fault. The protocol is measured; processors are infinitely fast.
 */
@NullMarked
package dev.atf.simulation.scale;

import org.jspecify.annotations.NullMarked;
