/** Executor as a virtual process: its ports, and its calls over the simulated network. */
@NullMarked
package dev.atf.sim.executor;

import org.jspecify.annotations.NullMarked;
