@NullMarked
package dev.atf.simulation.time;

import org.jspecify.annotations.NullMarked;
