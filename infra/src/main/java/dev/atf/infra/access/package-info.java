/** Access to the tables and queues: the design's table of data access as IAM policies. */
@NullMarked
package dev.atf.infra.access;

import org.jspecify.annotations.NullMarked;
