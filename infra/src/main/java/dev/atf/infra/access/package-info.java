/** Access to the tables and queues, as IAM policies. */
@NullMarked
package dev.atf.infra.access;

import org.jspecify.annotations.NullMarked;
