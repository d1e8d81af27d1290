/** One simulated cluster: who is in it, what it is asked to do, and what goes wrong. */
@NullMarked
package dev.atf.simulation.world;

import org.jspecify.annotations.NullMarked;
