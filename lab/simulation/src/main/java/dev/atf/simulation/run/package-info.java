/** Runs of many worlds. */
@NullMarked
package dev.atf.simulation.run;

import org.jspecify.annotations.NullMarked;
