/**
 * Heartbeat and status controller: grants claims, extends leases and records results. It keeps no
 * state. Every answer is the outcome of one conditional write.
 */
@NullMarked
package dev.atf.hsc;

import org.jspecify.annotations.NullMarked;
