/** Heartbeats, deadlines of leases, and the notice of these deadlines to the supervisor. */
@NullMarked
package dev.atf.executor.core.lease;

import org.jspecify.annotations.NullMarked;
