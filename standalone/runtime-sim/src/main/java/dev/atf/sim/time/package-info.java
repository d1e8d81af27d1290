/** Virtual time, and threads that run in it one at a time. */
@NullMarked
package dev.atf.sim.time;

import org.jspecify.annotations.NullMarked;
