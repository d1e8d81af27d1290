/** Dependencies of handlers that are away, and the conditions that tasks wait for then. */
@NullMarked
package dev.atf.simulation.world.outage;

import org.jspecify.annotations.NullMarked;
