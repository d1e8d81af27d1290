/** Worker hosts as the rules see them, and hosts that ignore the answers of the HSC. */
@NullMarked
package dev.atf.simulation.world.host;

import org.jspecify.annotations.NullMarked;
