/** Heartbeats, deadlines of leases, and the notice of them to the supervisor. */
@NullMarked
package dev.atf.executor.core.lease;

import org.jspecify.annotations.NullMarked;
