/** Simulated cluster: its processes, its workload, and its faults. */
@NullMarked
package dev.atf.simulation.world;

import org.jspecify.annotations.NullMarked;
