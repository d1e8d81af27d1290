/** Rules on plans: periodic tasks, ordering keys, jobs and children. */
@NullMarked
package dev.atf.simulation.check.plans;

import org.jspecify.annotations.NullMarked;
