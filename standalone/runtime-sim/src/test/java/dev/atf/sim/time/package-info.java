@NullMarked
package dev.atf.sim.time;

import org.jspecify.annotations.NullMarked;
