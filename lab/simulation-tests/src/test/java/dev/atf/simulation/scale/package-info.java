/** Tests of a cluster under high load. */
@NullMarked
package dev.atf.simulation.scale;

import org.jspecify.annotations.NullMarked;
