/** Faults of calls to the store and to queues. */
@NullMarked
package dev.atf.simulation.fault;

import org.jspecify.annotations.NullMarked;
