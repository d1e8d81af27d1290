/** Clients of plans: periodic tasks, ordering keys, jobs and children. */
@NullMarked
package dev.atf.simulation.world.plans;

import org.jspecify.annotations.NullMarked;
