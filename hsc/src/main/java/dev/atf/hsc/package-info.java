/**
 * The heartbeat and status controller: who may run what, for how long, and what came of it. It
 * keeps nothing of its own; every answer is the outcome of one conditional write.
 */
@NullMarked
package dev.atf.hsc;

import org.jspecify.annotations.NullMarked;
