@NullMarked
package dev.atf.simulation.world;

import org.jspecify.annotations.NullMarked;
