/** Worker hosts as the rules see them, and hosts that ignore what they are told. */
@NullMarked
package dev.atf.simulation.world.host;

import org.jspecify.annotations.NullMarked;
